import type { ModelMessage } from './message'

/** Tags are key -> value everywhere; a label is a tag with an empty value. */
export type Tags = Record<string, string>

/** What a read may ask for. All fields are optional; the provider's own configuration decides the rest. */
export interface ReadOptions {
  /** The session (thread) to read; a provider may have a default one. */
  sessionId?: string
  /** At most this many messages; narrows the window and never widens it (W2). */
  limit?: number
  /** Text to recall by, for memories that search. */
  query?: string
  /** All pairs must match an entry's tags. */
  tags?: Tags
  agentName?: string
  /** The run that reads, so that a later write of the same run is recognised. */
  runId?: string
}

/** What a write may say about the messages it hands over. */
export interface WriteOptions {
  sessionId?: string
  /** Stored on the entry that this write makes. */
  tags?: Tags
  agentName?: string
  runId?: string
  /** Merged into the thread's metadata by key. */
  metadata?: Record<string, unknown>
}

/** What is known about an entry besides its messages. Times are ISO 8601 texts, so that an entry survives JSON. */
export interface MemoryMetadata {
  createdAt: string
  /** Always filled; moves at most once a minute. */
  accessedAt: string
  agentName?: string
  tags?: Tags
  /** Tokens of the entry's messages, by the installation's counter. */
  tokenCount?: number
  runId?: string
  [key: string]: unknown
}

/** One write: the messages that it added, and its metadata. */
export interface MemoryEntry {
  id: string
  /** `sessionId` is the other name of the same thing. */
  threadId: string
  sessionId: string
  messages: ModelMessage[]
  metadata: MemoryMetadata
}

/**
 * AgentLIB's contract. An agent calls `read` before a run, puts the answer in front of its own messages, and hands its
 * whole state to `write` afterwards; `write` has to find out what is new (R2).
 */
export interface MemoryProvider {
  /** A short name of the kind of memory, for logs and screens. */
  readonly type: string
  read(options?: ReadOptions): Promise<ModelMessage[]>
  write(messages: ModelMessage[], options?: WriteOptions): Promise<void>
  /** Forgets one session, or without an argument all sessions within the provider's own scope. */
  clear?(sessionId?: string): Promise<void>
  /** The raw stored entries, oldest first. */
  entries?(sessionId?: string): Promise<MemoryEntry[]>
}
