import type { WindowPart } from './window-config'
import type { JudgedRow } from './window-judge'
import type { NewestTurn, WindowTotals } from './window-limits'
import type { WindowMessage } from './window-message'

/** The newest summary of a thread: it stands for the messages from seq 1 to `toSeq`, whole turns. */
export interface SummaryFacts {
  /** From 1, counted per thread. */
  readonly version: number
  readonly toSeq: number
  /** Of the message that is handed out. */
  readonly tokens: number
}

/** One message, or one whole exchange, that was recalled by likeness to a question. */
export interface RecalledUnit {
  /** Ascending; of this thread unless `threadUid` is set. */
  readonly seqs: readonly number[]
  /** Of another thread of the same subject, and then with its rows. */
  readonly elsewhere?: { readonly threadUid: string; readonly rows: readonly WindowMessage[] }
  /**
   * Where it stood among what was recalled within each reach: its rank, from 0, and its score. Providers of one composite
   * window may recall within different reaches. Absent: it counts for all, in the order given.
   */
  readonly found?: readonly RecallPlace[]
}

export interface RecallPlace {
  readonly reach: 'thread' | 'subject'
  readonly rank: number
  /** 0 to 1. */
  readonly score: number
}

/** What was recalled in another thread and is handed out, in front of the thread's own messages. */
export interface RecalledElsewhere {
  readonly threadUid: string
  readonly seqs: readonly number[]
}

/** What all kinds of window decide on. */
export interface WindowSource {
  /** In seq order: the whole thread, or what `windowReach` says, with the rows of `recalled`. */
  readonly rows: readonly WindowMessage[]
  /** The call's own ceiling in messages; only narrows (W2). */
  readonly limit?: number | undefined
  readonly totals: WindowTotals
  /** The newest message's turn; `isOpen` says whether it is an open one. */
  readonly openTurn: NewestTurn
  /** The reading run, and the run that wrote last: when they are one, its unanswered calls are served as they are. */
  readonly runId?: string | undefined
  readonly lastRunId?: string | null | undefined
  /** For a summarizing window: the newest usable summary. */
  readonly summary?: SummaryFacts | null | undefined
  /** For a vector window: what the question recalled, best first. */
  readonly recalled?: readonly RecalledUnit[] | undefined
}

/** One kind of window applied. */
export interface Selection {
  readonly judged: readonly JudgedRow[]
  /** The summary that is handed out first. */
  readonly summary: SummaryFacts | null
  readonly elsewhere: readonly (RecalledElsewhere & { readonly tokens: number })[]
  /** W4: it cannot be said before earlier messages are loaded. */
  readonly needsEarlier: boolean
}

export type PartSelector = (source: WindowSource, window: WindowPart) => Selection

/** The turn in which the reading run is itself in the middle of its calls, if there is one (W3). */
export function ownTurnOf(source: WindowSource): number | undefined {
  const isOwnRun = source.runId !== undefined && source.runId === source.lastRunId
  return source.openTurn.isOpen && isOwnRun ? source.openTurn.turn : undefined
}
