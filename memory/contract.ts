import type { ModelMessage } from './message'

/** Tags are key -> value everywhere; a label is a tag with an empty value. */
export type Tags = Record<string, string>

/** What a read may ask for. All fields are optional; the provider's own configuration decides the rest. */
export interface ReadOptions {
  /** The session (thread) to read; `default` without one. */
  sessionId?: string | undefined
  /** At most this many messages; narrows the window and never widens it (W2). */
  limit?: number | undefined
  /** Text to recall by. A memory that does not recall gives the messages that hold any of its words (W4). */
  query?: string | undefined
  /** All pairs must match an entry's tags. */
  tags?: Tags | undefined
  agentName?: string | undefined
  /** The run that reads, so that a later write of the same run is recognised. */
  runId?: string | undefined
}

/** What a write may say about the messages it hands over. */
export interface WriteOptions {
  sessionId?: string | undefined
  /** Stored on the entry that this write makes. */
  tags?: Tags | undefined
  agentName?: string | undefined
  runId?: string | undefined
  /** Merged into the session's metadata by key. */
  metadata?: Record<string, unknown> | undefined
  /** Seconds for which the session lives from this write on. Each write says it anew; one without it lets the session stay. */
  ttl?: number | undefined
}

/** What is known about an entry besides its messages. */
export interface MemoryMetadata {
  createdAt: Date
  /** When the session was last read or written, to the minute; always filled by Loci's own providers. */
  accessedAt?: Date | undefined
  agentName?: string | undefined
  tags?: Tags | undefined
  /** Tokens of the entry's messages, by the provider's counter. */
  tokenCount?: number | undefined
  runId?: string | undefined
  /** When the session goes unless it is written again; absent: it stays. */
  expiresAt?: Date | undefined
}

/** One write: the messages that it added, and its metadata. */
export interface MemoryEntry<TMessage extends object = ModelMessage> {
  id: string
  sessionId: string
  messages: TMessage[]
  metadata: MemoryMetadata
}

/**
 * AgentLIB's contract. An agent calls `read` before a run, puts the answer in front of its own messages, and hands its
 * whole state to `write` afterwards; `write` has to find out what is new (R2).
 *
 * `TMessage` is the type of the agent's messages, where that is a narrower one than Loci's.
 */
export interface MemoryProvider<TMessage extends object = ModelMessage> {
  /** A short name of the kind of memory, for logs and screens. */
  readonly type: string
  read(options?: ReadOptions): Promise<TMessage[]>
  write(messages: readonly TMessage[], options?: WriteOptions): Promise<void>
  /** Forgets one session, or without an argument all sessions within the provider's own scope. */
  clear?(sessionId?: string): Promise<void>
  /** The raw stored entries, oldest first. */
  entries?(sessionId?: string): Promise<MemoryEntry<TMessage>[]>
}

/** AgentLIB's name for the session of a provider that is called without one. */
export const DEFAULT_SESSION = 'default'
