import {
  decideWindow,
  type RecalledUnit,
  type SummaryFacts,
  seqRanges,
  type WindowDecision,
} from '../../../memory/window'
import type { Window } from '../../../memory/window-config'
import { limitsOf } from '../../../memory/window-limits'
import type { WindowMessage } from '../../../memory/window-message'
import { MESSAGE_LIMIT, type WindowView } from '../../schemas/memory'
import { partsJson, type ThreadTotals, type WindowBounds } from '../../store/window-rows'
import type { ResolvedWindow } from '../agents/resolve-window'

/** A read without limits gives at most this many messages. */
export function callLimit(limit: number | undefined): number {
  return Math.min(limit ?? MESSAGE_LIMIT, MESSAGE_LIMIT)
}

/** What to load for a window before anything is known of the thread (W4). */
export function boundsOf(window: Window, limit: number): WindowBounds {
  const limits = limitsOf(window, limit)
  if (limits.nothing) return NO_ROWS
  if (window.strategy === 'composite') {
    // How far each provider looks; the call's limit counts what is chosen among them. One without any limit looks at the
    // newest 10,000 messages.
    const parts = window.providers.map((part) => boundsOf(part, MESSAGE_LIMIT))
    const widest = (pick: (bounds: WindowBounds) => number | null) =>
      finite(Math.max(...parts.map((bounds) => pick(bounds) ?? Number.POSITIVE_INFINITY)))
    return {
      maxMessages: widest((bounds) => bounds.maxMessages),
      maxTokens: widest((bounds) => bounds.maxTokens),
      maxTurns: widest((bounds) => bounds.maxTurns),
      head: Math.max(limits.keepFirst, ...parts.map((bounds) => bounds.head)),
      from: null,
      ...(parts.length > 1 ? { parts } : {}),
    }
  }
  return {
    // Pins and what was recalled are in also where no newest messages are asked for.
    maxMessages: finite(
      Math.max(1, Math.min(limits.messages, limits.callLimit, limits.recent + 2 * limits.recentSlack)),
    ),
    maxTokens: finite(limits.tokens),
    maxTurns: finite(limits.turns),
    head: limits.keepFirst,
    from: null,
  }
}

const NO_ROWS: WindowBounds = { maxMessages: 0, maxTokens: 0, maxTurns: 0, head: 0, from: null }

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** Does what was loaded by the first bounds hold all that the second ones ask for? */
export function boundsCover(loaded: WindowBounds, wanted: WindowBounds): boolean {
  // The widest limits of several windows hold for none of them.
  if (loaded.parts && partsJson(loaded) !== partsJson(wanted)) return false
  const covers = (left: number | null, right: number | null) => left === null || (right !== null && left >= right)
  return (
    covers(loaded.maxMessages, wanted.maxMessages) &&
    covers(loaded.maxTokens, wanted.maxTokens) &&
    covers(loaded.maxTurns, wanted.maxTurns) &&
    loaded.head >= wanted.head
  )
}

/** Where to load from when the rows did not hold the newest showable message: further back, in steps that grow. */
export function earlierThan(rows: readonly WindowMessage[], thread: ThreadTotals, attempt: number): number {
  const tail = rows.findLastIndex((row, index) => row.seq !== (rows[index - 1]?.seq ?? 0) + 1)
  const first = rows[tail]?.seq ?? thread.messageCount + 1
  return Math.max(1, first - 64 * 8 ** attempt)
}

/** The decision on a thread's rows (W5); a thread that does not exist has no rows. */
export function decideThread(options: {
  rows: readonly WindowMessage[]
  window: Window
  limit: number
  thread: (ThreadTotals & { readonly lastRunId: string | null }) | null
  runId?: string | undefined
  summary?: SummaryFacts | null | undefined
  recalled?: readonly RecalledUnit[] | undefined
}): WindowDecision {
  const { rows, window, limit, thread, runId, summary, recalled } = options
  const count = thread?.messageCount ?? 0
  return decideWindow({
    rows,
    window,
    limit,
    totals: { messages: count, tokens: thread?.tokenCount ?? 0, lastSeq: count },
    openTurn: {
      turn: thread?.lastTurn ?? 0,
      firstSeq: thread?.lastTurnSeq ?? 1,
      isOpen: thread?.turnOpen ?? false,
    },
    runId,
    lastRunId: thread?.lastRunId,
    summary,
    recalled,
  })
}

/** What a window decided, with what it was decided on. */
export interface DecidedWindow {
  readonly resolved: ResolvedWindow
  readonly decision: WindowDecision
  readonly thread: { readonly messageCount: number; readonly tokenCount: number } | null
  readonly summaryReason?: string | null | undefined
  /** Undefined where nothing was asked for. */
  readonly recall?: unknown
}

/** What an answer says of the window that made it. */
export function windowView(
  { resolved, decision, thread, summaryReason, recall }: DecidedWindow,
  counter: string,
): WindowView {
  const { summary } = decision
  return {
    strategy: resolved.window.strategy,
    source: resolved.source,
    configVersion: resolved.version,
    ranges: decision.ranges.map(([from, to]) => [from, to]),
    messages: decision.messages,
    tokens: decision.tokens,
    counter,
    totalMessages: thread?.messageCount ?? 0,
    totalTokens: thread?.tokenCount ?? 0,
    overBudget: decision.overBudget,
    ...(summaryReason === undefined
      ? {}
      : {
          summary: summary && { version: summary.version, toSeq: summary.toSeq, tokens: summary.tokens },
          summaryReason,
        }),
    ...(recall === undefined ? {} : { recalled: recalledView(decision) }),
  }
}

function recalledView(decision: WindowDecision): NonNullable<WindowView['recalled']> {
  return {
    ranges: seqRanges(decision.items.filter(({ isIn, reason }) => isIn && reason === 'recalled').map(({ seq }) => seq)),
    elsewhere: recalledElsewhere(decision).map(([threadUid, seqs]) => ({ threadUid, ranges: seqRanges(seqs) })),
  }
}

/** What was recalled in other threads: thread by thread, the oldest first (uids grow with time), ascending. */
export function recalledElsewhere(decision: WindowDecision): [threadUid: string, seqs: number[]][] {
  const threads = new Map<string, number[]>()
  for (const { threadUid, seqs } of decision.elsewhere) {
    threads.set(threadUid, [...(threads.get(threadUid) ?? []), ...seqs])
  }
  return [...threads]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([threadUid, seqs]) => [threadUid, seqs.toSorted((left, right) => left - right)])
}
