import type { Tags } from '../memory/contract'
import type { ScopePatternName, ThreadName } from './wire'

export interface SearchInput {
  /** Plain text of at most 256 characters; no character of it is an operator. Blank finds nothing. */
  query: string
  /** Instead of the scope: several, for those who may. */
  scopePattern?: ScopePatternName | undefined
  agentName?: string | undefined
  threadId?: string | undefined
  role?: 'user' | 'assistant' | 'tool' | undefined
  /** Of the thread, or of the write that the message came with. */
  tags?: Tags | undefined
  createdAfter?: string | undefined
  createdBefore?: string | undefined
  /** 1 to 200. */
  limit?: number | undefined
  cursor?: string | undefined
}

export interface SearchHit {
  scope: { tenant: string; subject: string }
  threadId: string
  threadUid: string
  title: string | null
  seq: number
  role: string
  createdAt: string
  /** Plain text; `marks` are UTF-16 offsets in it, [start, end). */
  snippet: { text: string; marks: [number, number][] }
  rank: number
}

/** Where in one thread a text stands. */
export type FindMessagesInput = ThreadName & {
  /** Plain text of at most 256 characters, compared as search compares it. Blank finds nothing. */
  query: string
  /** A seq, exclusive: only what stands before it. */
  before?: number | undefined
  /** 1 to 1,000; 500. */
  limit?: number | undefined
}

/** The newest places, ascending, and how many messages before them may hold the text too. */
export interface FoundMessages {
  seqs: number[]
  earlier: number
}

/** Where the user spoke: a page back from `before` (from the end without it), or on from `after`. Seqs, exclusive. */
export type OutlineInput = ThreadName & {
  before?: number | undefined
  after?: number | undefined
  /** 1 to 200; 100. */
  limit?: number | undefined
}

export interface OutlinePage {
  /** The first words of each; null where the message is redacted or very long. */
  items: { seq: number; createdAt: string; text: string | null }[]
  /** The `before` or the `after` of the next page in the same direction. */
  next: number | null
}

/** What an agent had been given before it wrote an entry. */
export interface GivenMessages {
  entryId: string
  writtenAt: string
  agentName: string | null
  runId: string | null
  /** The first seq of what was written; 0 when nothing was. */
  firstSeq: number
  /** Null when the agent wrote without having read. Ranges are seqs, inclusive. */
  read: {
    ranges: [number, number][]
    /** Seqs that were given as copies without their tool calls. */
    copies: number[]
    messages: number
    tokens: number
    /** Messages that the thread held then. */
    totalMessages: number
    source: string
    configVersion: number
    summaryVersion: number | null
    /** Messages of other threads that were recalled. */
    recalled: number
  } | null
}
