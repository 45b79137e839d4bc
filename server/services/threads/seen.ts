import type { Window } from '../../../memory/window-config'
import type { WindowReason } from '../../../memory/window-reason'
import type { SeenView } from '../../schemas/threads'
import { configRevision } from '../../store/config-versions'
import type { Queryable, ThreadTotals } from '../../store/window-rows'
import { type ResolvedWindow, resolveWindow, type ThreadWindow } from '../agents/resolve-window'
import type { ServiceContext } from '../context'
import { type DecidedWindow, decideThreads } from '../memory/decide-threads'
import { boundsOf, callLimit } from '../memory/window-view'

/** A thread as the memory bar needs it; a row of the thread list is one. */
export interface SeenThread extends ThreadTotals, ThreadWindow {
  readonly agentName: string | null
  readonly lastRunId: string | null
}

/** A window that holds a whole thread of more messages than this is drawn from the totals. */
const LONG_THREAD = 2_000

/**
 * What the agent of each thread sees of it now, in the order asked; for a page of threads one statement (W4, W5). The
 * client must be inside `withReach`. Of a thread of more than 2,000 messages that its window holds whole, the messages
 * that are left out one by one (empty, unanswered) are not told apart.
 */
export async function seenOf(
  ctx: ServiceContext,
  client: Queryable,
  threads: readonly SeenThread[],
): Promise<SeenView[]> {
  if (threads.length === 0) return []
  const snapshot = await ctx.configs.atLeast(await configRevision(client), client)
  const limit = callLimit(undefined)
  const asked = threads.map((thread) => {
    const resolved = resolveWindow({ snapshot, agentName: thread.agentName, thread })
    const isWhole = thread.messageCount > LONG_THREAD && holdsWhole(resolved.window, thread, limit)
    return { thread, resolved, isWhole }
  })
  const looked = asked.filter(({ isWhole }) => !isWhole)
  const decided = await decideThreads(
    client,
    looked.map(({ thread, resolved }) => ({ thread, window: resolved.window, limit })),
  )
  const found = new Map(looked.map(({ thread }, index) => [thread.uid, decided[index]]))
  return asked.map(({ thread, resolved }) => {
    const window = found.get(thread.uid)
    return window ? seenView(thread, resolved, window) : wholeView(thread, resolved)
  })
}

function holdsWhole(window: Window, thread: ThreadTotals, limit: number): boolean {
  // Others do not show all that lies within their bounds.
  if (window.strategy !== 'buffer' && window.strategy !== 'sliding-window') return false
  const bounds = boundsOf(window, limit)
  const holds = (limit: number | null, total: number) => limit === null || limit >= total
  return (
    holds(bounds.maxMessages, thread.messageCount) &&
    holds(bounds.maxTokens, thread.tokenCount) &&
    holds(bounds.maxTurns, thread.lastTurn)
  )
}

function wholeView(thread: SeenThread, { window, source }: ResolvedWindow): SeenView {
  return {
    strategy: window.strategy,
    source,
    messages: thread.messageCount,
    tokens: thread.tokenCount,
    ranges: [[1, thread.messageCount]],
    segments: [{ kind: 'in', tokens: thread.tokenCount }],
    overBudget: false,
  }
}

function seenView(thread: SeenThread, { window, source }: ResolvedWindow, decided: DecidedWindow): SeenView {
  const { decision } = decided
  return {
    strategy: window.strategy,
    source,
    messages: decision.messages,
    tokens: decision.tokens,
    ranges: decision.ranges.map(([from, to]) => [from, to]),
    segments: segmentsOf(thread.tokenCount, decided),
    overBudget: decision.overBudget,
  }
}

type Segment = SeenView['segments'][number]

/** The whole thread in order as stretches of one kind, in tokens; what was not loaded lies outside the window. */
function segmentsOf(totalTokens: number, { decision, rows, summary }: DecidedWindow): Segment[] {
  const segments: Segment[] = []
  const add = (kind: Segment['kind'], tokens: number) => {
    if (tokens <= 0) return
    const last = segments.at(-1)
    if (last?.kind === kind) last.tokens += tokens
    else segments.push({ kind, tokens })
  }
  const summarized = decision.summary && summary ? summary.coveredTokens : 0
  let drawn = 0
  const skipTo = (tokens: number) => {
    const covered = Math.min(tokens, summarized) - drawn
    add('summary', covered)
    add('out', tokens - drawn - Math.max(0, covered))
    drawn = tokens
  }
  for (const [index, row] of rows.entries()) {
    const item = decision.items[index]
    skipTo(row.runningTokens - row.tokens)
    if (item?.isIn) add(keptKind(item.reason), row.tokens)
    else add(row.runningTokens <= summarized ? 'summary' : 'out', row.tokens)
    drawn = row.runningTokens
  }
  skipTo(totalTokens)
  return segments
}

function keptKind(reason: WindowReason): Segment['kind'] {
  return reason === 'pinned' ? 'pin' : 'in'
}
