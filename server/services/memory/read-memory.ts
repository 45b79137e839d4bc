import { randomBytes } from 'node:crypto'
import { withoutMember } from '../../../memory/json-text'
import { type ModelMessage, withoutToolCalls } from '../../../memory/message'
import type { Scope } from '../../../memory/scope'
import { COUNTER } from '../../../memory/token-counter'
import type { WindowDecision } from '../../../memory/window'
import type { Window } from '../../../memory/window-config'
import { assertAgent, requireScope } from '../../auth/reach'
import { passedText } from '../../json-text'
import type { ReadMemoryInput, ReadMemoryOutput } from '../../schemas/memory'
import { readThread, type TextRow, type ThreadHeader, type ThreadRead } from '../../store/memory-read'
import { withTexts } from '../../store/memory-tagged'
import { withReach } from '../../store/reach'
import { type ResolvedWindow, resolveWindow } from '../agents/resolve-window'
import type { ServiceContext } from '../context'
import { messageHash } from './message-hash'
import { readTagged } from './read-tagged'
import { listHash, type ReadToken } from './read-token'
import { boundsCover, boundsOf, callLimit, decideThread, earlierThan, windowView } from './window-view'

/** What an answer says of the thread it was read from. */
export type ReadThread = Pick<
  ThreadHeader,
  'tenant' | 'scopeId' | 'uid' | 'messageCount' | 'tokenCount' | 'revision' | 'counter' | 'accessedAt'
>

/** What was found to answer a read with. */
export interface ReadResult {
  readonly thread: ReadThread | null
  readonly resolved: ResolvedWindow
  readonly decision: WindowDecision
  /** Those of the delivered messages, at least. */
  readonly rows: readonly TextRow[]
}

/**
 * memory.read: what the agent's window lets it see, each message as the text it was stored as (M2, W1-W8). In the
 * ordinary case one round trip. A thread that does not exist yet reads as empty.
 */
export async function readMemory(ctx: ServiceContext, input: ReadMemoryInput): Promise<ReadMemoryOutput> {
  const scope = requireScope(ctx.principal, input.scope)
  assertAgent(ctx.principal, input.agentName)
  const question: ReadQuestion = {
    scope,
    threadId: input.sessionId ?? input.threadId ?? '',
    agentName: input.agentName,
    runId: input.runId,
    limit: callLimit(input.limit),
    window: input.window,
  }
  const { tags } = input
  const isFiltered = tags !== undefined && Object.keys(tags).length > 0
  const result = isFiltered ? await readTagged(ctx, { ...question, tags }) : await readWindow(ctx, question)
  const { thread } = result
  if (thread && ctx.principal.kind !== 'operator') ctx.accessClock.touch(thread)
  return answer(ctx, result, input.query)
}

export interface ReadQuestion {
  readonly scope: { readonly tenant: string; readonly subject: string }
  readonly threadId: string
  readonly agentName: string | undefined
  readonly runId: string | undefined
  /** Messages at most. */
  readonly limit: number
  /** The call's own window (W2). */
  readonly window: Window | undefined
}

async function readWindow(ctx: ServiceContext, question: ReadQuestion): Promise<ReadResult> {
  const { scope, threadId, limit, runId } = question
  let snapshot = await ctx.configs.get()
  const resolve = (thread: ThreadHeader | null) =>
    resolveWindow({ snapshot, agentName: question.agentName ?? thread?.agentName, thread, call: question.window })

  let bounds = boundsOf(resolve(null).window, limit)
  for (let attempt = 0; ; attempt += 1) {
    const { thread, configRevision, rows } = await readThread(ctx.database.pools.application, {
      scope,
      threadId,
      bounds,
    })
    if (configRevision !== snapshot.revision) snapshot = await ctx.configs.atLeast(configRevision)
    const resolved = resolve(thread)
    const wanted = boundsOf(resolved.window, limit)
    if (thread && bounds.from === null && !boundsCover(bounds, wanted)) {
      bounds = wanted
      continue
    }
    const decision = decideThread({ rows, window: resolved.window, limit, thread, runId })
    if (!thread || !decision.needsEarlier || bounds.from === 1) {
      return { thread, resolved, decision, rows: await textRows(ctx, { scope, thread, decision, rows }) }
    }
    bounds = { ...wanted, from: earlierThan(rows, thread, attempt) }
  }
}

/** What was loaded holds its texts, but for when that was more than fits into an answer: then those of what is delivered. */
async function textRows(
  ctx: ServiceContext,
  read: Pick<ThreadRead, 'thread' | 'rows'> & { scope: Scope; decision: WindowDecision },
): Promise<readonly TextRow[]> {
  const { thread, scope, rows, decision } = read
  if (!thread || rows.every((row): row is TextRow => row.raw !== null)) return rows as readonly TextRow[]
  const seqs = decision.delivered.map((message) => message.seq)
  return withReach(ctx.database.pools.application, { kind: 'scope', ...scope }, ({ client }) =>
    withTexts(client, { thread, rows, seqs }),
  )
}

function answer(ctx: ServiceContext, result: ReadResult, query: string | undefined): ReadMemoryOutput {
  const { thread, resolved, decision } = result
  const rows = new Map(result.rows.map((row) => [row.seq, row]))
  const messages: ModelMessage[] = []
  const hashes: Buffer[] = []
  for (const { seq, withoutToolCalls: isCopy } of decision.delivered) {
    const row = rows.get(seq)
    if (!row) throw new Error(`message ${seq} was decided on but not loaded`)
    const text = isCopy ? withoutMember(row.raw, 'toolCalls') : row.raw
    messages.push(passedText<ModelMessage>(text))
    hashes.push(isCopy ? copyHash(row.raw) : row.hash)
  }
  const copies = decision.delivered.filter((message) => message.withoutToolCalls).map((message) => message.seq)
  const window = windowView({ resolved, decision, thread, counter: thread?.counter ?? COUNTER })
  const token: ReadToken = {
    v: 1,
    uid: thread?.uid ?? null,
    revision: thread?.revision ?? 0,
    source: resolved.source,
    configVersion: resolved.version,
    at: Date.now(),
    nonce: randomBytes(6).toString('base64url'),
    total: thread?.messageCount ?? 0,
    ranges: window.ranges,
    count: messages.length,
    hash: listHash(hashes),
    ...(copies.length > 0 ? { copies } : {}),
    ...(query === undefined ? {} : { query }),
  }
  return { messages, window, readId: ctx.signer.sign('read', token) }
}

/** The hash of the copy that was served, which is what comes back in the agent's state. */
export function copyHash(raw: string): Buffer {
  // Stored texts passed the schema when they were written.
  return messageHash(withoutToolCalls(JSON.parse(raw) as ModelMessage))
}
