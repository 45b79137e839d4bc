import type { Window } from '../memory/window-config'

// What the wire says of windows: what made an answer, what holds for a thread, and the summaries that stand in for it.

/** The window that made an answer. */
export interface WindowFacts {
  strategy: string
  source: 'default' | 'app' | 'agent' | 'thread' | 'call'
  configVersion: number
  /** Seqs, inclusive. */
  ranges: [number, number][]
  messages: number
  tokens: number
  counter: string
  totalMessages: number
  totalTokens: number
  overBudget: boolean
  /** Of a summarizing window: the summary that stands first; null when there is none. */
  summary?: { version: number; toSeq: number; tokens: number } | null | undefined
  /** Why it has none, or an old one. */
  summaryReason?: string | null | undefined
  /** What a question recalled: seqs of this thread, and of other threads of the subject, which stand before it. */
  recalled?: { ranges: [number, number][]; elsewhere: { threadUid: string; ranges: [number, number][] }[] } | undefined
}

/** What an agent sees of a thread now, message by message. */
export interface ThreadWindow {
  window: WindowFacts
  settings: Window
  /** Of the thread's own window, for `threads.setWindow`; 0: it never had one. */
  ownVersion: number
  totalTurns: number
  pinned: number
  /** Pinned seqs, ascending; of an exchange the seq of its call. */
  pins: number[]
  items: { seq: number; isIn: boolean; reason: string }[]
}

export interface ThreadSummaries {
  items: {
    version: number
    /** Seqs that it stands for, inclusive. */
    fromSeq: number
    toSeq: number
    text: string
    tokens: number
    sourceTokens: number
    model: string
    prompt: string
    createdAt: string
  }[]
  state: {
    isSummarizing: boolean
    /** Messages that no summary holds yet; one is made at `due` of them. */
    waiting: number
    due: number | null
    isRunning: boolean
    /** Why the last attempt made none. */
    reason: string | null
    attempts: number
    retryAt: string | null
  }
}
