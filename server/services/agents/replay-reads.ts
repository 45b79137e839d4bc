import { z } from 'zod'
import type { SummaryFacts, WindowDecision } from '../../../memory/window'
import type { Window } from '../../../memory/window-config'
import { decidePast, shiftBetween } from '../../../memory/window-replay'
import { PREVIEW_MESSAGES, type ReplayInput, type ReplayOutput } from '../../schemas/agent-preview'
import { listOwnedByTime, type PastReadRow, pastReads } from '../../store/agent-threads'
import { withReach } from '../../store/reach'
import type { ThreadRow } from '../../store/thread-rows'
import { loadStretch, type WindowRow } from '../../store/window-rows'
import { loadSummaries } from '../../store/window-summaries'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { ReadToken } from '../memory/read-token'
import { callLimit } from '../memory/window-view'
import { readCursor, signCursor } from '../page-cursor'
import { resolveAgent } from './resolve-window'
import { assertAgentSeen } from './seen-agent'
import { windowOwner } from './window-owner'

/** Reads of one thread that are gone through. */
const READS_EACH = 20
const Position = z.object({ lastMessageAt: z.string(), uid: z.uuid() })

type ReplayedRead = ReplayOutput['items'][number]['reads'][number]

/**
 * agents.replay: the past reads of an agent's threads under two windows, without asking any model: what each of them would
 * have been given, and where they differ. Pins count as they are now.
 */
export async function replayReads(ctx: ServiceContext, input: z.output<typeof ReplayInput>): Promise<ReplayOutput> {
  const { agentName, right, limit } = input
  await assertAgentSeen(ctx, agentName)
  const snapshot = await ctx.configs.refresh()
  const left = input.left ?? resolveAgent(snapshot, agentName).window
  const reach = callerReach(ctx.principal)
  const list = { list: 'replay', agentName: agentName ?? null }
  const after = readCursor(ctx.signer, { list, cursor: input.cursor, position: Position })
  return withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const owner = windowOwner(snapshot, agentName)
    const found = await listOwnedByTime(client, { owner, reach, scopeId, after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    const writes = await pastReads(client, { threads: page, each: READS_EACH })
    const summaries = await loadSummaries(client, page)
    const items: ReplayOutput['items'] = []
    for (const [index, thread] of page.entries()) {
      const isTooLong = thread.messageCount > PREVIEW_MESSAGES
      const rows = isTooLong ? [] : await loadStretch(client, { thread, from: 1, to: thread.messageCount })
      const summary = summaries[index]?.summary
      const reads = isTooLong ? [] : (writes[index] ?? [])
      items.push({
        ...threadView(thread),
        isTooLong,
        reads: reads.map((read) => replayed(read, { rows, summary, left, right })),
      })
    }
    const position = last && { lastMessageAt: last.writtenAt, uid: last.uid }
    return { items, nextCursor: position ? signCursor(ctx.signer, list, position) : null }
  })
}

function threadView({ uid, threadId, tenant, subject, title, messageCount }: ThreadRow) {
  return { uid, threadId, scope: { tenant, subject }, title, messageCount }
}

function replayed(
  { entryId, createdAt, runId, through, read }: PastReadRow,
  thread: { rows: readonly WindowRow[]; left: Window; right: Window; summary: SummaryFacts | null | undefined },
): ReplayedRead {
  const { rows, summary } = thread
  const under = (window: Window) => decidePast({ rows, through, window, summary, limit: callLimit(undefined) })
  const left = under(thread.left)
  const right = under(thread.right)
  const { lost, gained } = shiftBetween(left, right)
  return {
    entryId,
    at: createdAt.toISOString(),
    runId,
    totalMessages: through,
    given: givenBy(read),
    left: figuresOf(left),
    right: figuresOf(right),
    lost: lost.length,
    gained: gained.length,
  }
}

/** What a newer version of Loci keeps otherwise is as if nothing were known. */
function givenBy(read: string | null): ReplayedRead['given'] {
  const token = ReadToken.safeParse(read === null ? null : JSON.parse(read))
  if (!token.success) return null
  const { count, source, configVersion } = token.data
  return { messages: count, source, configVersion }
}

function figuresOf({ messages, tokens, overBudget }: WindowDecision) {
  return { messages, tokens, overBudget }
}
