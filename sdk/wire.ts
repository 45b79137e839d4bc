import type { Tags } from '../memory/contract'
import type { ModelMessage } from '../memory/message'
import type { WindowInput } from '../memory/window-config'
import type { WindowFacts } from './wire-window'

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
  window?: WindowInput | undefined
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
  review: ReviewFacts
}

/** Where a thread stands in review; apart from what came of it. */
export type ReviewStatus = 'open' | 'in-review' | 'reviewed'

/** A person of the desk; keys are told no names. */
export interface Person {
  id: string
  name: string | null
}

/** The review of a thread as it stands now. */
export interface ReviewFacts {
  status: ReviewStatus
  outcome: 'pass' | 'fail' | null
  reasons: string[]
  /** 0 to 100. */
  score: number | null
  assignee: Person | null
  /** The newest seq that was there when it was reviewed; 0 for never. */
  reviewedThroughSeq: number
  reviewedAt: string | null
  /** Messages that have come since it was reviewed. */
  newMessages: number
  claimedBy: Person | null
  claimedUntil: string | null
}

/** What the end user said of a thread, or of one message of it, by its seq or its id. */
export interface AddFeedback {
  seq?: number | undefined
  messageId?: string | undefined
  /** 0 (bad) to 1 (good): a thumb is 0 or 1, four stars of five are 0.75. */
  value: number
  comment?: string | undefined
  /** Where it was given, such as `widget`. */
  source?: string | undefined
}

export interface FeedbackFacts {
  id: string
  /** Null for the thread as a whole. */
  seq: number | null
  value: number
  comment: string | null
  source: string | null
  createdAt: string
}

/** What the desk found in a thread without a model. */
export type ThreadSignalName = 'unanswered' | 'tool-failed' | 'repeated-question' | 'over-budget' | 'conflicts'

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
  /** Any of these was found in the thread, in the background. */
  signals?: ThreadSignalName[] | undefined
  status?: ReviewStatus | undefined
  outcome?: 'pass' | 'fail' | undefined
  /** An operator's id, or `none`. */
  assignee?: string | undefined
  /** The e-mail of whoever finished its newest review. */
  reviewer?: string | undefined
  deleted?: boolean | undefined
  /** Only these, as far as they match; 200 at most. */
  uids?: string[] | undefined
  sort?:
    | {
        by:
          | 'lastMessageAt'
          | 'createdAt'
          | 'updatedAt'
          | 'tokenCount'
          | 'messageCount'
          | 'title'
          | 'agentName'
          | 'scope'
        order: 'asc' | 'desc'
      }
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

/** A thread by its id within the scope, or by its uid. */
export type ThreadName = { threadId: string; uid?: undefined } | { uid: string; threadId?: undefined }

export interface ForkInput {
  /** The new thread. An id that is taken is a CONFLICT. */
  threadId: string
  /** One of the two. */
  fromThreadId?: string | undefined
  fromUid?: string | undefined
  lastMessages?: number | undefined
  /** A message id or a seq, inclusive. */
  upTo?: string | number | undefined
  messageIds?: string[] | undefined
  messages?: ModelMessage[] | undefined
  title?: string | undefined
  dryRun?: boolean | undefined
}

/** One member of a thread's family of forks. */
export interface LineageMember {
  uid: string
  /** Null when the thread was purged. */
  threadId: string | null
  title: string | null
  parentUid: string | null
  forkedAtSeq: number | null
  /** Messages that the fork began with; null for a root, and where it was not noted. */
  copied: number | null
  messageCount: number | null
  tokenCount: number | null
  createdAt: string
  deleted: boolean
  purged: boolean
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

export type ListMessagesInput = ThreadName & {
  /** 1 to 200. */
  limit?: number | undefined
  /** Seqs, exclusive; the first is 1. */
  before?: number | undefined
  after?: number | undefined
  beforeRunId?: string | undefined
}

/** One message of a thread, by its id or its seq. */
export type MessageName = ThreadName & ({ messageId: string; seq?: undefined } | { seq: number; messageId?: undefined })

export interface ListEntriesInput {
  sessionId?: string | undefined
  scopePattern?: ScopePatternName | undefined
  /** That one alone. */
  entryId?: string | undefined
  /** False: entries come without their messages. */
  withMessages?: boolean | undefined
  /** All pairs must match. */
  tags?: Tags | undefined
  /** Oldest first unless `desc`. */
  order?: 'asc' | 'desc' | undefined
  cursor?: string | undefined
  /** 1 to 200. */
  limit?: number | undefined
}

/** One write: the messages that it added, and what is known of it. */
export interface EntryFacts {
  id: string
  threadId: string
  threadUid: string
  scope: { tenant: string; subject: string }
  firstSeq: number
  lastSeq: number
  messages: ModelMessage[]
  metadata: {
    createdAt: string
    accessedAt: string
    expiresAt: string | null
    agentName: string | null
    runId: string | null
    tags: Tags
    tokenCount: number
  }
  run: Record<string, unknown> | null
  /** What the agent had been given before it wrote; null when it wrote without a read token. */
  read: Record<string, unknown> | null
  /** Where what was handed over and what is stored differed; the stored messages stayed. */
  conflicts: { index: number; seq?: number | undefined; reason: string }[]
}

export interface Page<T> {
  items: T[]
  nextCursor: string | null
}
