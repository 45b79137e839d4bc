import type { MemoryIdGenerator, MemoryThread, TransformMessages } from './agent-memory'
import type { AgentInputMessage, AgentMessage, MemoryMessage } from './agent-message'

/** Where a thread is: its id within a scope; without one, in the storage's own space. */
export interface ThreadPlace {
  readonly scope: string | undefined
  readonly threadId: string
}

export interface NewestMessages {
  readonly messages: MemoryMessage[]
  /** Is there nothing before them? */
  readonly isWhole: boolean
}

/** What memory asks of a store: made over any record storage, or offered by a storage that knows threads itself. */
export interface ThreadStore {
  get(place: ThreadPlace): Promise<MemoryThread | undefined>
  /** The most recently used first. */
  list(query: ThreadQuery): Promise<MemoryThread[]>
  set(place: ThreadPlace, thread: MemoryThread): Promise<void>
  delete(place: ThreadPlace): Promise<void>
  /** The newest `count` messages, in order; fewer only when there are no more. */
  newest(place: ThreadPlace, query: { count: number; beforeRunId: string | undefined }): Promise<NewestMessages>
  append(place: ThreadPlace, batch: MessageBatch): Promise<MemoryMessage[]>
  fork(place: ThreadPlace, from: ThreadPlace, transform: TransformMessages | undefined): Promise<MemoryThread>
  /** What a model is given, where the store decides that itself. */
  history?(place: ThreadPlace, query: HistoryQuery): Promise<AgentMessage[]>
}

export interface ThreadQuery {
  /** Where they are; without it, in the storage's own space. */
  readonly scope: string | undefined
  /** Of those in the storage's own space: what they name as their scope. */
  readonly named: string | undefined
  readonly agentName: string | undefined
  readonly limit: number | undefined
}

export interface MessageBatch {
  readonly runId: string | undefined
  readonly agentName: string | undefined
  readonly messages: readonly AgentInputMessage[]
}

export interface HistoryQuery {
  readonly limit: number | undefined
  readonly agentName: string | undefined
  readonly runId: string | undefined
}

/** The method by which a storage says that it knows threads and messages itself. */
export const openThreads = 'loci.openThreads'

export interface ThreadStorage {
  // Not by the constant: what bundles declarations loses it.
  'loci.openThreads'(options: { generateId: MemoryIdGenerator }): ThreadStore
}

export function knowsThreads(storage: object): storage is ThreadStorage {
  return openThreads in storage
}
