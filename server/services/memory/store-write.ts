import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { ReconcileRefusal } from '../../../memory/stored-keys'
import { LociError } from '../../errors'
import type { WriteMemoryOutput } from '../../schemas/memory'
import { sqlState } from '../../store/database-error'
import { type AlignmentThread, findWritableThread } from '../../store/memory-align'
import { findRepeated, type WriteDecision, type WriteResult, writeEntry } from '../../store/memory-write'
import { withReach } from '../../store/reach'
import type { Queryable } from '../../store/window-rows'
import { resolveAgent } from '../agents/resolve-window'
import type { ServiceContext } from '../context'
import { type DecidedWrite, decideByToken, decideOnThread, type RefusedWrite } from './decide-write'
import { listLines, newMessages } from './prepare-messages'
import { assertSameRequest, composeAnswer, type GivenAnswer, nothingStored, type PreparedWrite } from './prepared-write'

/** UTF-16 units of messages. A longer write takes the connections of long work, with their time limits. */
const LONG_WRITE = 1_000_000

/** From this attempt on, the thread's row is locked before it is looked at (R3). */
const LOCKED_FROM = 2
const ATTEMPTS = 8

/**
 * Decides what is new and stores it, guarded by the state it was decided on; decides again when the thread has moved on
 * (R3, R6).
 */
export async function storeWrite(ctx: ServiceContext, write: PreparedWrite): Promise<WriteMemoryOutput> {
  let fast = decideByToken(write)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const outcome = await (fast ? tryFast(ctx, write, fast) : tryOnThread(ctx, write, attempt)).catch(asStale)
    if ('answer' in outcome) {
      if (outcome.stored) await noticeWrite(ctx, write, outcome.stored)
      return outcome.answer
    }
    if (outcome.status === 'config') {
      if (!resolveAgent(await ctx.configs.refresh(), write.entry.agentName).storing) return nothingStored(write.list)
    } else {
      fast = null
    }
  }
  throw new LociError('UNAVAILABLE', 'This thread is being written too fast; try again.', { retryAfterMs: 200 })
}

/** What the write would come to now; nothing is stored. */
export async function lookAtWrite(ctx: ServiceContext, write: PreparedWrite): Promise<WriteMemoryOutput> {
  const { scope, threadId } = write
  return withReach(poolFor(ctx, write), { kind: 'scope', ...scope }, async ({ client, scopeId }) => {
    const at = { tenant: scope.tenant, threadId, lock: false }
    const thread = scopeId === null ? null : await findWritableThread(client, { ...at, scopeId })
    const decision = await decideOnThread(client, write, thread)
    if (decision.kind === 'refused') return answerRefused(client, { write, thread, refusal: decision })
    return { ...nothingNew(write, decision, thread), appended: decision.fresh.length }
  })
}

/** A scope that has just been removed because it was empty is made anew. */
function asStale(error: unknown): Outcome {
  if (sqlState(error) === '23503') return { status: 'stale' }
  throw error
}

type Stored = Extract<WriteResult, { status: 'stored' }>
type Outcome =
  | { readonly answer: WriteMemoryOutput; readonly stored?: Stored }
  | { readonly status: 'stale' | 'gone' | 'config' }

/** One round trip. An id that is taken is looked at properly, as if the thread had moved on. */
async function tryFast(ctx: ServiceContext, write: PreparedWrite, decision: DecidedWrite): Promise<Outcome> {
  try {
    return await store(ctx, poolFor(ctx, write), { write, decision })
  } catch (error) {
    if (sqlState(error) === '23505') return { status: 'stale' }
    throw error
  }
}

async function tryOnThread(ctx: ServiceContext, write: PreparedWrite, attempt: number): Promise<Outcome> {
  const { scope, threadId } = write
  const pool = poolFor(ctx, write)
  const lock = attempt >= LOCKED_FROM
  const looked = await withReach(pool, { kind: 'scope', ...scope }, async ({ client, scopeId }) => {
    const { tenant } = scope
    const thread = scopeId === null ? null : await findWritableThread(client, { tenant, scopeId, threadId, lock })
    if (write.uid !== undefined && thread?.uid !== write.uid)
      throw new LociError('NOT_FOUND', 'No such thread in this scope.')
    const decision = await decideOnThread(client, write, thread)
    if (decision.kind === 'refused')
      return { answer: await answerRefused(client, { write, thread, refusal: decision }) }
    if (decision.fresh.length === 0 && !write.saysMore) return { answer: nothingNew(write, decision, thread) }
    return lock ? store(ctx, client, { write, decision }) : decision
  })
  return 'kind' in looked ? store(ctx, pool, { write, decision: looked }) : looked
}

function poolFor(ctx: ServiceContext, { list }: PreparedWrite): Pool {
  const { application, background } = ctx.database.pools
  return list.messages.reduce((length, { text }) => length + text.length, 0) > LONG_WRITE ? background : application
}

async function store(
  ctx: ServiceContext,
  client: Queryable,
  options: { write: PreparedWrite; decision: DecidedWrite },
): Promise<Outcome> {
  const { write } = options
  const { revision } = await ctx.configs.get()
  const decision = writeDecision(write, options.decision, revision)
  const result = await writeEntry(client, { scope: write.scope, threadId: write.threadId, decision })
  if (result.status !== 'stored') return result.status === 'repeated' ? repeated(write, result) : result
  return { answer: composeAnswer(decision.answer, result.facts), stored: result }
}

/** Others may be watching, and a summary may be due now. Asks nobody: a thread's own window is known to its reads. */
async function noticeWrite(ctx: ServiceContext, write: PreparedWrite, { scopeId, facts }: Stored): Promise<void> {
  ctx.threadChanges.note([facts.uid])
  const { window } = resolveAgent(await ctx.configs.get(), write.entry.agentName)
  const key = { tenant: write.scope.tenant, scopeId, uid: facts.uid }
  ctx.summarySignals.notice({ key, window, messageCount: facts.messageCount, covered: 0 })
}

function writeDecision(
  write: PreparedWrite,
  decision: DecidedWrite,
  configRevision: number,
): WriteDecision & { readonly answer: GivenAnswer } {
  const { token, list, entry } = write
  const { fresh, matched, conflicts, expect } = decision
  const { messages, turns } = newMessages(fresh, decision.openTurn)
  const entryId = uuidv7()
  const isOfThread = token !== null && (token.uid === null || token.uid === expect.uid)
  return {
    expect,
    configRevision,
    entryId,
    newUid: uuidv7(),
    newScopeId: uuidv7(),
    entry,
    read: isOfThread ? JSON.stringify(token) : null,
    recallQuery: isOfThread ? (token.query ?? null) : null,
    conflicts: conflicts.length > 0 ? JSON.stringify(conflicts) : null,
    answer: {
      appended: fresh.length,
      matched,
      skippedSystem: list.skippedSystem,
      conflicts,
      entryId,
      ids: messages.map(({ id }) => id),
    },
    messages,
    turns,
    ...listLines(fresh),
  }
}

/** R5: the first answer again. */
function repeated(write: PreparedWrite, result: Extract<WriteResult, { status: 'repeated' }>): Outcome {
  assertSameRequest(result.requestHash, write.entry.requestHash)
  // `given` is what writeDecision put there.
  return { answer: composeAnswer(result.given as GivenAnswer, result.facts) }
}

function nothingNew(write: PreparedWrite, decision: DecidedWrite, thread: AlignmentThread | null): WriteMemoryOutput {
  const { matched, conflicts } = decision
  return nothingStored(write.list, {
    matched,
    conflicts,
    thread: thread && {
      uid: thread.uid,
      messageCount: thread.messageCount,
      tokenCount: thread.tokenCount,
      revision: thread.revision,
    },
  })
}

/** A retry of a write that was stored is answered, also where its list no longer fits the thread. */
async function answerRefused(
  client: Queryable,
  options: { write: PreparedWrite; thread: AlignmentThread | null; refusal: RefusedWrite },
): Promise<WriteMemoryOutput> {
  const { write, thread, refusal } = options
  const { idempotencyKey } = write.entry
  const first = thread && idempotencyKey ? await findRepeated(client, { ...thread, idempotencyKey }) : null
  if (first) {
    const outcome = repeated(write, first)
    if ('answer' in outcome) return outcome.answer
  }
  throw refusedWrite(refusal)
}

/** The error by which a write is refused; `index` is the place in the input. */
export function refusedWrite({ reason, index }: Pick<RefusedWrite, 'reason' | 'index'>): LociError {
  return new LociError('CONFLICT', `messages.${index}: ${REFUSALS[reason]} Nothing was stored.`)
}

const REFUSALS: Record<ReconcileRefusal, string> = {
  'mid-thread': 'these messages stand in the middle of the thread: read again, or append.',
  ambiguous: 'these messages fit both the beginning and the end of the thread: read again, or append.',
  diverged: 'from here on the messages differ from what the thread holds: read again, or append.',
  'closed-turn': 'this tool result answers no open call of the thread.',
  'repeated-id': 'this id stands for two messages; ids are unique within a thread.',
}
