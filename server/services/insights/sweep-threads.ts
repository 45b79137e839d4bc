import type { PoolClient } from 'pg'
import type { ModelMessage } from '../../../memory/message'
import { messageText } from '../../../memory/message'
import { findSignals, type NewMessage, type NewWrite, questionKey, unansweredAt } from '../../../memory/signals'
import { storedMessage } from '../../../memory/stored-message'
import { type ActivityRow, addActivity } from '../../store/activity'
import { withReach } from '../../store/reach'
import { countAllScopes, countDeletedSince, countScopes } from '../../store/scope-totals'
import { activityIn, askedBefore, notedWrites, type SeqRange, saidIn } from '../../store/sweep-messages'
import type { ThreadKey } from '../../store/thread-rows'
import {
  addSignals,
  findChanged,
  loadSwept,
  lockSweep,
  type SignalRow,
  type SweptThread,
  saveSweeps,
  walkThreads,
} from '../../store/thread-sweep'
import type { Services } from '../context'

/** Threads of one transaction, and messages of one of them that it looks at; a longer thread comes again. */
const BATCH = 50
const MESSAGES = 400
/** Threads of one piece of a whole walk. */
const PIECE = 1_000

/**
 * Looks at threads that have changed since a time, and at turns that nobody has answered in time. Answers how many threads
 * it found; BATCH means that there may be more.
 */
export async function sweepChanged(services: Services, since: Date): Promise<{ threads: number; isMore: boolean }> {
  const pool = services.database.pools.background
  const keys = await withReach(pool, { kind: 'all' }, async ({ client }) => {
    await countDeletedSince(client, since)
    return findChanged(client, { since, limit: BATCH })
  })
  const isSwept = await sweepThreads(services, keys)
  return { threads: keys.length, isMore: isSwept && keys.length === BATCH }
}

/**
 * The next piece of a walk over all threads: it finds what changes do not tell of, and catches up over an installation
 * that is older than the sweep. Answers where it ended; null: it has seen all of them, and the scopes are counted anew.
 */
export async function sweepPiece(services: Services, after: ThreadKey | null): Promise<ThreadKey | null> {
  const pool = services.database.pools.background
  const piece = await withReach(pool, { kind: 'all' }, ({ client }) => walkThreads(client, { after, limit: PIECE }))
  const found = piece.filter(({ isNew }) => isNew)
  for (let from = 0; from < found.length; from += BATCH) await sweepThreads(services, found.slice(from, from + BATCH))
  const last = piece.at(-1)
  if (piece.length === PIECE && last) return last
  await withReach(pool, { kind: 'all' }, async ({ client }) => {
    if (await lockSweep(client)) await countAllScopes(client)
  })
  return null
}

/** False where another process is at it. What was counted and how far stand in one transaction, so nothing counts twice. */
function sweepThreads({ database }: Services, keys: readonly ThreadKey[]): Promise<boolean> {
  if (keys.length === 0) return Promise.resolve(true)
  return withReach(database.pools.background, { kind: 'all' }, async ({ client }) => {
    if (!(await lockSweep(client))) return false
    const threads = (await loadSwept(client, keys)).map((thread) => ({ ...thread, ...rangeOf(thread) }))
    const found = await signalsOf(client, threads)
    const now = Date.now()
    await saveSweeps(
      client,
      threads.map((thread) => ({ ...thread, throughSeq: thread.to, dueAt: dueAt(thread, now) })),
    )
    await addSignals(client, { threads, found: [...found, ...threads.flatMap((thread) => unanswered(thread, now))] })
    const created: ActivityRow[] = threads.filter(({ throughSeq }) => throughSeq === null).map(creation)
    await addActivity(client, [...created, ...(await activityIn(client, threads))])
    await countScopes(client, threads)
    return true
  })
}

type Range = SweptThread & SeqRange

function rangeOf({ throughSeq, messageCount }: SweptThread): { from: number; to: number } {
  const from = throughSeq ?? 0
  return { from, to: Math.min(messageCount, from + MESSAGES) }
}

async function signalsOf(client: PoolClient, threads: readonly Range[]): Promise<SignalRow[]> {
  const said = byThread(await saidIn(client, threads))
  const goOn = threads.filter(({ uid, from }) => from > 0 && said.get(uid)?.some(({ role }) => role === 'user'))
  const asked = byThread(goOn.length > 0 ? await askedBefore(client, goOn) : [])
  const writes = byThread(await notedWrites(client, threads))
  return threads.flatMap((thread) => {
    const { tenant, scopeId, uid, createdAt, lastMessageAt } = thread
    const messages: NewMessage[] = (said.get(uid) ?? []).map(({ seq, raw }) => ({ seq, message: parsed(raw) }))
    const before = (asked.get(uid) ?? []).flatMap(({ raw }) => questionOf(parsed(raw)) ?? [])
    const news: NewWrite[] = writes.get(uid) ?? []
    return findSignals({ asked: before, messages, writes: news }).map((found) => ({
      ...found,
      tenant,
      scopeId,
      uid,
      at: lastMessageAt ?? createdAt,
    }))
  })
}

function byThread<Row extends { uid: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const threads = new Map<string, Row[]>()
  for (const row of rows) {
    const known = threads.get(row.uid)
    if (known) known.push(row)
    else threads.set(row.uid, [row])
  }
  return threads
}

function parsed(raw: string | null): ModelMessage | null {
  return raw === null ? null : storedMessage(raw)
}

function questionOf(message: ModelMessage | null): string | null {
  return message === null ? null : questionKey(messageText(message))
}

function waitsUntil({ turnOpen, lastMessageAt }: SweptThread): number | null {
  return unansweredAt({ turnOpen, lastMessageAt: lastMessageAt?.getTime() ?? null })
}

/** When its open turn has to be looked at again; null where nothing changes by time alone. */
function dueAt(thread: SweptThread, now: number): Date | null {
  const at = waitsUntil(thread)
  return at !== null && at > now ? new Date(at) : null
}

function unanswered(thread: SweptThread, now: number): SignalRow[] {
  const at = waitsUntil(thread)
  if (at === null || at > now) return []
  const { tenant, scopeId, uid, lastTurnSeq, messageCount, lastMessageAt, createdAt } = thread
  const seqs = { firstSeq: lastTurnSeq, lastSeq: messageCount }
  return [{ tenant, scopeId, uid, signal: 'unanswered', count: 1, ...seqs, at: lastMessageAt ?? createdAt }]
}

const HOUR_MS = 3_600_000

function creation({ tenant, scopeId, agentName, createdAt }: SweptThread): ActivityRow {
  const hour = new Date(Math.floor(createdAt.getTime() / HOUR_MS) * HOUR_MS)
  return { tenant, scopeId, agentName: agentName ?? '', hour, threads: 1, messages: 0, tokens: 0, reads: 0, writes: 0 }
}
