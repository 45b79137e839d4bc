import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { COUNTER, countMessageTokens } from '../../../memory/token-counter'
import { assertAgent, type Reach } from '../../auth/reach'
import { notFound } from '../../errors'
import type { ForkThreadInput, ForkThreadOutput } from '../../schemas/threads'
import { withReach } from '../../store/reach'
import { addTags, tagsOfThreads } from '../../store/tags'
import type { ThreadRow } from '../../store/thread-rows'
import { findThread } from '../../store/threads'
import { insertFork } from '../../store/threads-fork'
import type { ServiceContext } from '../context'
import { copyFork, type NamedFork } from './fork-copy'
import { prepareGiven, writeGiven } from './fork-given'
import { selectForkRows } from './fork-selection'
import { idIsTaken, noteFork } from './note-fork'
import { resolveThread } from './thread-reference'
import { viewThread } from './thread-views'

type Input = z.output<typeof ForkThreadInput>

/** Forks of threads up to this size run on the pool of ordinary calls, larger ones on the background's. */
const SMALL_FORK = 1_000

/**
 * Copies a thread, or a part of it, into a new thread of the same scope, in one transaction. Its messages stand in the
 * source's order, with their ids, texts and times, and get gapless seqs from 1; exchanges that the selection splits are
 * left out (W3). Entries (new ids, new ranges), tags, metadata, state, pins and window override come along, notes and
 * review status do not. With `messages` the fork holds those instead, as one entry. What is appended to the source
 * meanwhile is not in it.
 *
 * @throws NOT_FOUND when the source is not alive or lacks a message that was named; CONFLICT when a living thread has
 * the id.
 */
export async function forkThread(ctx: ServiceContext, input: Input): Promise<z.infer<typeof ForkThreadOutput>> {
  const { scope, fromThreadId, fromUid } = input
  const { reach, reference } = resolveThread(ctx.principal, { threadId: fromThreadId, uid: fromUid, scope })
  const { pools } = ctx.database
  const size = await withReach(pools.application, reach, async ({ client, scopeId }) => {
    const source = await findThread(client, { reach, scopeId, reference })
    if (!source) throw notFound('thread')
    assertAgent(ctx.principal, source.agentName ?? undefined)
    return source.messageCount
  })
  const { revision } = await ctx.configs.refresh()
  const pool = size > SMALL_FORK ? pools.background : pools.application
  const forked = await withReach(pool, reach, async ({ client, scopeId }) => {
    const source = await findThread(client, { reach, scopeId, reference })
    if (!source) throw notFound('thread')
    const made = await makeFork(client, { ctx, input, source, configRevision: revision })
    const { messages, tokens, dropped } = made
    if (input.dryRun) {
      const taken = await findThread(client, {
        reach: scopeOf(source),
        scopeId: source.scopeId,
        reference: { threadId: input.threadId },
      })
      return { thread: null, messages, tokens, dropped, isIdFree: taken === null }
    }
    const fork = await findThread(client, { reach, scopeId, reference: { uid: made.uid } })
    if (!fork) throw notFound('thread')
    return { thread: await viewThread(ctx, client, fork), messages, tokens, dropped, isIdFree: true }
  })
  if (forked.thread) ctx.threadChanges.note([forked.thread.uid])
  return forked
}

interface Making {
  ctx: ServiceContext
  input: Input
  source: ThreadRow
  configRevision: number
}

async function makeFork(
  client: PoolClient,
  making: Making,
): Promise<{ uid: string; messages: number; tokens: number; dropped: number }> {
  const { ctx, input, source } = making
  const uid = uuidv7()
  const named = { source, uid, threadId: input.threadId, title: input.title ?? source.title }
  const made = input.messages
    ? await forkGiven(client, making, { ...named, forkedAtSeq: source.messageCount || null })
    : await forkSelected(client, making, named)
  if (input.dryRun) return { uid, ...made }
  await noteFork(client, ctx, {
    source,
    uid,
    threadId: input.threadId,
    forkedAtSeq: made.forkedAtSeq,
    messages: made.messages,
  })
  return { uid, ...made }
}

interface Made {
  messages: number
  tokens: number
  dropped: number
  forkedAtSeq: number | null
}

async function forkSelected(
  client: PoolClient,
  { input, source }: Making,
  named: Omit<NamedFork, 'forkedAtSeq'>,
): Promise<Made> {
  const { kept, dropped } = await selectForkRows(client, source, input)
  const forkedAtSeq = kept.at(-1)?.seq ?? null
  if (!input.dryRun && !(await copyFork(client, { ...named, forkedAtSeq }, kept))) throw idIsTaken()
  return { messages: kept.length, tokens: kept.reduce((total, row) => total + row.tokens, 0), dropped, forkedAtSeq }
}

async function forkGiven(client: PoolClient, making: Making, named: NamedFork): Promise<Made> {
  const { ctx, input, source, configRevision } = making
  const { messages, dropped } = await prepareGiven(client, { ctx, source, messages: input.messages ?? [] })
  if (!input.dryRun) {
    const isMade = await insertFork(client, {
      ...named,
      source: { ...source, counter: COUNTER },
      totals: { messageCount: 0, tokenCount: 0, lastTurn: 0, lastTurnSeq: 1, turnOpen: false },
      firstLine: null,
      lastLine: null,
      lastRunId: null,
      lastMessageAt: null,
    })
    if (!isMade) throw idIsTaken()
    const fork = { tenant: source.tenant, scopeId: source.scopeId, uid: named.uid }
    await addTags(client, { threads: [fork], tags: (await tagsOfThreads(client, [source])).get(source.uid) ?? {} })
    await writeGiven(client, { ctx, source, fork: named, messages, configRevision })
  }
  const tokens = messages.reduce((total, { message }) => total + countMessageTokens(message), 0)
  return { messages: messages.length, tokens, dropped, forkedAtSeq: named.forkedAtSeq }
}

function scopeOf({ tenant, subject }: ThreadRow): Reach {
  return { kind: 'scope', tenant, subject }
}
