import type { Scope } from '../scope'
import type { AgentInputMessage, AgentMessage, MemoryMessage } from './agent-message'
import type { BetterAgentStorage } from './storage'

/** A conversation. Times in ms since 1970. */
export interface MemoryThread {
  id: string
  agentName: string
  scope?: string
  title?: string
  state?: unknown
  metadata?: Record<string, unknown>
  createdAt: number
  updatedAt: number
}

/** Whoever has been authenticated. */
export interface AuthContext {
  subject: string
  tenant?: string | undefined
  scopes?: readonly string[] | undefined
  claims?: Record<string, unknown> | undefined
}

export interface ScopeContext {
  auth: AuthContext | null
  agentName: string
  /** Absent outside of a request. */
  request?: Request | undefined
}

/** A text of your own, or a tenant and a subject; null denies. */
export type ResolvedScope = string | { tenant: string; subject?: string | undefined } | null | undefined

export type MemoryIdKind = 'thread' | 'messageRecord'

export interface MemoryIdContext {
  agentName?: string | undefined
  threadId?: string | undefined
  runId?: string | undefined
  messageId?: string | undefined
  createdAt?: number | undefined
  index?: number | undefined
}

/** Ids of threads and of message records. Whatever it makes is found again; two records must not get one id. */
export type MemoryIdGenerator = (kind: MemoryIdKind, context?: MemoryIdContext) => string

export interface CreateMemoryOptions {
  /** Bound to this memory; without it, the app's. */
  storage?: BetterAgentStorage | undefined
  /** Messages of a history at most; a positive integer. Without it, all. */
  lastMessages?: number | undefined
  /** Whose threads a request reaches; without it, those of the authenticated tenant and subject. */
  scope?: ((context: ScopeContext) => ResolvedScope | Promise<ResolvedScope>) | undefined
  generateId?: MemoryIdGenerator | undefined
}

export type TransformMessages = (messages: AgentMessage[]) => AgentInputMessage[] | Promise<AgentInputMessage[]>

export interface ListMessagesOptions {
  threadId: string
  /** The newest so many at most, exchanges kept whole (W3); all when absent. */
  limit?: number | undefined
  /** Only what stood there before this run; all when the run has written nothing. */
  beforeRunId?: string | undefined
}

export interface AppendOptions {
  threadId: string
  runId?: string | undefined
  /** Of a thread that this makes. */
  agentName?: string | undefined
  messages: readonly AgentInputMessage[]
}

/** Threads and messages within one scope. Ids that are equal in two scopes are two threads (S3). */
export interface MemoryAccess {
  readonly threads: {
    get(threadId: string): Promise<MemoryThread | undefined>
    /** The most recently used first; with `scope`, of those here that name it. */
    list(options?: { agentName?: string; scope?: string; limit?: number }): Promise<MemoryThread[]>
    /** Makes the thread, or replaces what it says; its messages stay. */
    set(threadId: string, thread: MemoryThread): Promise<void>
    /** Makes an empty thread under an id of `generateId`. */
    create(thread: Pick<MemoryThread, 'agentName' | 'title' | 'metadata' | 'state'>): Promise<MemoryThread>
    /** With all of its messages; nothing to delete is no error. */
    delete(threadId: string): Promise<void>
  }
  readonly messages: {
    list(options: ListMessagesOptions): Promise<MemoryMessage[]>
    /**
     * Stores what is new, whole or not at all, and makes the thread when there is none. A message whose id the thread has
     * is known and left as it stands, so a state that comes with its history is stored once. Resolves to what is new.
     */
    append(options: AppendOptions): Promise<MemoryMessage[]>
  }
  /** What a model is given before its new input: at most `lastMessages`, no exchange cut, nothing unanswered or empty. */
  history(options: {
    threadId: string
    agentName?: string | undefined
    runId?: string | undefined
  }): Promise<AgentMessage[]>
  /**
   * Copies a thread, or what `transform` makes of its messages; exchanges that it splits are left out. Whole or not at all.
   *
   * @throws NOT_FOUND without a source; CONFLICT when there is a thread of the new id.
   */
  fork(threadId: string, fromThreadId: string, transform?: TransformMessages): Promise<MemoryThread>
}

/** What `createMemory` makes. Where a `scope` is set, only `for` and `within` lead to threads; all else is FORBIDDEN. */
export interface AgentMemory extends MemoryAccess {
  readonly lastMessages?: number
  readonly scope?: CreateMemoryOptions['scope']
  readonly generateId: MemoryIdGenerator
  /**
   * The threads of whoever has been authenticated, by `scope` or by their tenant and subject.
   *
   * @throws FORBIDDEN without a scope (S2).
   */
  for(context: {
    auth: AuthContext | null
    agentName?: string | undefined
    request?: Request | undefined
  }): Promise<MemoryAccess>
  /** The threads of a scope that the caller has made sure of. */
  within(scope: string | Scope): MemoryAccess
  /** The same memory over another storage, unless it has one of its own. */
  over(storage: BetterAgentStorage | undefined): AgentMemory
}
