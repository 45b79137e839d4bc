import type { MemoryEntry, Tags } from '../memory/contract'
import type { ModelMessage } from '../memory/message'
import type { Window } from '../memory/window-config'

// The types of the wire as an agent's developer sees them. They stand on their own, so that installing the SDK brings no
// server; a type test holds the router against them.

/** A scope by name, or as `tenant:<t>:subject:<s>`. */
export type ScopeName = { tenant: string; subject?: string | undefined } | string
export type ScopePatternName = { tenant: string } | { all: true }

export interface ReadInput {
  sessionId: string
  agentName?: string | undefined
  runId?: string | undefined
  /** At most this many messages, 0 to 10,000; narrows the agent's window and never widens it. */
  limit?: number | undefined
  /** Text to recall by, where the agent's window recalls; other windows are narrowed to messages that hold its words. */
  query?: string | undefined
  tags?: Tags | undefined
  /** Counts only where the agent's settings allow it. */
  window?: Window | undefined
}

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

export interface ReadOutput {
  messages: ModelMessage[]
  window: WindowFacts
  /** Hand it to the write that follows: it says what the agent had been given. */
  readId: string
}

export interface WriteInput {
  sessionId: string
  /** The agent's whole state after its run, loaded history included; what is stored already is recognised. */
  messages: ModelMessage[]
  agentName?: string | undefined
  runId?: string | undefined
  tags?: Tags | undefined
  /** Merged into the thread's metadata by key. */
  metadata?: Record<string, unknown> | undefined
  /** Facts of the run: model, usage, latencyMs, error, traceUrl, instructionsVersion, and whatever else. */
  run?: Record<string, unknown> | undefined
  /** Seconds. */
  ttl?: number | undefined
  readId?: string | undefined
  /** `append` stores the messages as they are. */
  mode?: 'reconcile' | 'append' | undefined
  /** Made by the SDK when absent, so that its own retries store once. */
  idempotencyKey?: string | undefined
}

export interface WriteOutput {
  appended: number
  matched: number
  skippedSystem: number
  conflicts: { index: number; seq?: number | undefined; reason: string }[]
  /** Null when the agent's storing is switched off. */
  entryId: string | null
  messages: { id: string; seq: number }[]
  thread: { uid: string; messageCount: number; tokenCount: number; revision: number } | null
}

export interface ThreadFacts {
  uid: string
  threadId: string
  scope: { tenant: string; subject: string }
  agentName: string | null
  title: string | null
  firstLine: string | null
  lastLine: string | null
  tags: Tags
  metadata: Record<string, unknown>
  state: Record<string, unknown> | null
  messageCount: number
  tokenCount: number
  counter: string
  revision: number
  parentUid: string | null
  forkedAtSeq: number | null
  createdAt: string
  updatedAt: string
  lastMessageAt: string | null
  accessedAt: string
  deletedAt: string | null
}

export interface ListThreadsInput {
  scopePattern?: ScopePatternName | undefined
  agentName?: string | undefined
  tags?: Tags | undefined
  text?: string | undefined
  createdAfter?: string | undefined
  createdBefore?: string | undefined
  activeAfter?: string | undefined
  activeBefore?: string | undefined
  minTokens?: number | undefined
  maxTokens?: number | undefined
  deleted?: boolean | undefined
  sort?:
    | { by: 'lastMessageAt' | 'createdAt' | 'tokenCount' | 'messageCount' | 'title'; order: 'asc' | 'desc' }
    | undefined
  /** 1 to 200. */
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ThreadChanges {
  title?: string | null | undefined
  /** Replace the thread's tags. */
  tags?: Tags | undefined
  addTags?: Tags | undefined
  removeTags?: string[] | undefined
  metadata?: Record<string, unknown> | undefined
  state?: unknown
  agentName?: string | undefined
}

export interface ForkInput {
  /** The new thread. An id that is taken is a CONFLICT. */
  threadId: string
  fromThreadId: string
  lastMessages?: number | undefined
  /** A message id or a seq, inclusive. */
  upTo?: string | number | undefined
  messageIds?: string[] | undefined
  messages?: ModelMessage[] | undefined
  title?: string | undefined
  dryRun?: boolean | undefined
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

export interface StoredMessage {
  seq: number
  tokens: number
  entryId: string
  createdAt: string
  /** When its text was taken out; absent while it is there. */
  redactedAt?: string | undefined
  message: ModelMessage
}

export interface ListMessagesInput {
  threadId: string
  /** 1 to 200. */
  limit?: number | undefined
  /** Seqs, exclusive; the first is 1. */
  before?: number | undefined
  after?: number | undefined
  beforeRunId?: string | undefined
}

/** One message of a thread, by its id or its seq. */
export type MessageName = { threadId: string } & (
  | { messageId: string; seq?: undefined }
  | { seq: number; messageId?: undefined }
)

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

/** One write, as AgentLIB's `entries` gives it. */
export type EntryFacts = Omit<MemoryEntry, 'sessionId' | 'metadata'> & {
  threadUid: string
  firstSeq: number
  lastSeq: number
  metadata: {
    createdAt: string
    accessedAt: string
    expiresAt: string | null
    agentName: string | null
    runId: string | null
    tags: Tags
    tokenCount: number
  }
}

export interface Page<T> {
  items: T[]
  nextCursor: string | null
}
