/** Fields that every window but `off` takes (W1). Tokens by the installation's counter. */
interface SharedFields {
  /** Tokens kept free below `maxTokens` (for instructions, tools, the answer). */
  reservedTokens?: number | undefined
  /** Messages at the thread's start that always stay, 0 to 1,000; counted against the limits. */
  keepFirst?: number | undefined
  /** W7: share of the limit by which the start moves at once when the window overflows; 0.3 goes down to 70 %. */
  step?: number | undefined
  /** Let the window begin with a user message: what stands before the first one in reach is left out. */
  startOn?: 'user' | undefined
}

interface OffWindow {
  strategy: 'off'
}

interface BufferWindow extends SharedFields {
  strategy: 'buffer'
  maxMessages?: number | undefined
  maxTokens?: number | undefined
}

interface SlidingWindow extends SharedFields {
  strategy: 'sliding-window'
  maxTokens?: number | undefined
  maxTurns?: number | undefined
}

interface SummarizingWindow extends SharedFields {
  strategy: 'summarizing'
  /** Messages at the end that always stay word for word, where the token limit allows; with 0 a summary may stand alone. */
  recentMessages: number
  /** A new summary is made when this many messages before the recent ones stand in none; until then they stay too. */
  summarizeEvery: number
  /** Longest summary, in tokens. */
  maxSummaryTokens: number
  /** Ceiling of summary and messages together. */
  maxTokens?: number | undefined
  /** Name of the model that summarises; absent, the installation's. */
  model?: string | undefined
  /** What a summary must hold besides, in the operator's words; up to 4,000 characters. */
  prompt?: string | undefined
}

interface VectorWindow extends SharedFields {
  strategy: 'vector'
  /** Messages to recall at most; each brings its whole exchange. */
  topK: number
  /** Least likeness of what is recalled, from 0 to 1. */
  threshold: number
  /** Recall within this thread, or in all threads of its subject. */
  reach: 'thread' | 'subject'
  /** Newest messages that are shown whatever they say. Absent: none, but `topK` where nothing was recalled. */
  recentMessages?: number | undefined
  maxTokens?: number | undefined
}

/** A window that a composite one may be made of. */
export type WindowPart = BufferWindow | SlidingWindow | SummarizingWindow | VectorWindow

export interface CompositeWindow extends SharedFields {
  strategy: 'composite'
  /** In order; the order decides what is chosen, never how it is delivered (W8). */
  providers: WindowPart[]
  /**
   * W8: which whole exchanges are chosen under the ceiling. `concat`: all, in the providers' order until it is full.
   * `interleave`: a turn of each provider by turns. `priority`: the first provider's, then what still fits.
   */
  mergeStrategy: 'concat' | 'interleave' | 'priority'
  /** Ceiling of all providers together. */
  maxTokens?: number | undefined
}

/**
 * W1: what an agent sees, as data, with every default filled in. 0 is legal and gives nothing; an absent limit does not
 * limit. `memory/window-schema.ts` checks what somebody wrote.
 */
export type Window = OffWindow | WindowPart | CompositeWindow

/** A part as it may be written: what has a default may be absent. */
type WindowPartInput =
  // `lastMessages` is the other name of `maxMessages`; read, never kept.
  | (BufferWindow & { lastMessages?: number | undefined })
  | SlidingWindow
  | Loose<SummarizingWindow, 'recentMessages' | 'summarizeEvery' | 'maxSummaryTokens'>
  | Loose<VectorWindow, 'topK' | 'threshold' | 'reach'>

type Loose<T, K extends keyof T> = Omit<T, K> & { [Key in K]?: T[Key] | undefined }

/** A window as it may be written: `lastMessages` for `maxMessages`, and without what has a default. */
export type WindowInput =
  | OffWindow
  | WindowPartInput
  | (Omit<CompositeWindow, 'providers' | 'mergeStrategy'> & {
      providers: WindowPartInput[]
      mergeStrategy?: CompositeWindow['mergeStrategy'] | undefined
    })

/** W2: what holds until an admin sets another. */
export const DEFAULT_WINDOW: Window = { strategy: 'sliding-window', maxTokens: 4_000, maxTurns: 30 }
