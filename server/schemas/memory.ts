import { z } from 'zod'
import { ModelMessage } from '../../memory/message-schema'
import { AgentName, MessageId, RunId, ScopeInput, ThreadId } from '../../memory/scope-schema'
import { Window } from '../../memory/window-schema'
import {
  boundedText,
  Cursor,
  JsonValue,
  Metadata,
  PageSize,
  PassedMessage,
  PassedObject,
  ScopeOrPattern,
  ScopeView,
  Tags,
  Timestamp,
} from './fields'

/** The most messages that one write, one import line or one unlimited read may hold. */
export const MESSAGE_LIMIT = 10_000

/** A thread by AgentLIB's name or by Better Agent's; exactly one of the two. */
const session = { sessionId: ThreadId.optional(), threadId: ThreadId.optional() }
const hasOneSession = (input: { sessionId?: string | undefined; threadId?: string | undefined }) =>
  (input.sessionId === undefined) !== (input.threadId === undefined)
const oneSession = { message: 'Name the thread by sessionId or by threadId, one of them.' }

/** Where the resolved window came from (W2). */
export const WindowSource = z.enum(['default', 'app', 'agent', 'thread', 'call'])
export type WindowSource = z.infer<typeof WindowSource>

export const ReadMemoryInput = z
  .strictObject({
    ...session,
    scope: ScopeInput.optional(),
    agentName: AgentName.optional(),
    runId: RunId.optional(),
    limit: z.int().min(0).max(MESSAGE_LIMIT).optional(),
    /**
     * Text to recall by, for windows that recall (vector, also within a composite one); it narrows the others to the
     * messages that hold any of its words, each with its whole exchange. Kept with the entry that follows the read.
     */
    query: boundedText(1024).optional(),
    tags: Tags.optional(),
    window: Window.optional(),
  })
  .refine(hasOneSession, oneSession)
export type ReadMemoryInput = z.infer<typeof ReadMemoryInput>

/** The window that made an answer: what was resolved, from where, at which version, and what it held. */
export const WindowView = z.object({
  strategy: z.string(),
  source: WindowSource,
  configVersion: z.int(),
  /** Seq ranges, inclusive, in order. */
  ranges: z.array(z.tuple([z.int(), z.int()])),
  messages: z.int(),
  tokens: z.int(),
  counter: z.string(),
  totalMessages: z.int(),
  totalTokens: z.int(),
  overBudget: z.boolean(),
  /** Of a summarizing window: the summary that stands first, whose tokens count; null when there is none. */
  summary: z.object({ version: z.int(), toSeq: z.int(), tokens: z.int() }).nullable().optional(),
  /** Why it has none, or an old one: no-model, not-yet, no-room, filtered, or what the last attempt said. */
  summaryReason: z.string().nullable().optional(),
  /** What a question recalled: seqs of this thread, and of other threads of the subject, which stand before it. */
  recalled: z
    .object({
      ranges: z.array(z.tuple([z.int(), z.int()])),
      elsewhere: z.array(z.object({ threadUid: z.uuid(), ranges: z.array(z.tuple([z.int(), z.int()])) })),
    })
    .optional(),
})
export type WindowView = z.infer<typeof WindowView>

export const ReadMemoryOutput = z.object({
  messages: z.array(PassedMessage),
  window: WindowView,
  readId: z.string(),
})
export type ReadMemoryOutput = z.infer<typeof ReadMemoryOutput>

/** R5: unique per thread, kept for 24 hours. */
export const IdempotencyKey = boundedText(255).min(1)

export const WriteMode = z.enum(['reconcile', 'append'])
export type WriteMode = z.infer<typeof WriteMode>

/** Facts of the run that made these messages; all optional, kept as sent. */
export const RunFacts = z.looseObject({
  model: z.string().optional(),
  usage: z.record(z.string(), JsonValue).optional(),
  latencyMs: z.number().optional(),
  error: z.string().optional(),
  traceUrl: z.string().optional(),
  instructionsVersion: z.string().optional(),
})

export const WriteMemoryInput = z
  .strictObject({
    ...session,
    scope: ScopeInput.optional(),
    agentName: AgentName.optional(),
    runId: RunId.optional(),
    tags: Tags.optional(),
    metadata: Metadata.optional(),
    run: RunFacts.optional(),
    /** Seconds after which the entry may be dropped. */
    ttl: z.int().min(1).max(315_360_000).optional(),
    messages: z.array(ModelMessage).max(MESSAGE_LIMIT),
    readId: z.string().min(1).max(65_536).optional(),
    mode: WriteMode.default('reconcile'),
    idempotencyKey: IdempotencyKey.optional(),
  })
  .refine(hasOneSession, oneSession)
export type WriteMemoryInput = z.input<typeof WriteMemoryInput>

export const WriteConflict = z.object({ index: z.int(), seq: z.int().optional(), reason: z.string() })

export const WrittenThread = z.object({
  uid: z.uuid(),
  messageCount: z.int(),
  tokenCount: z.int(),
  revision: z.int(),
})

export const WriteMemoryOutput = z.object({
  appended: z.int(),
  matched: z.int(),
  skippedSystem: z.int(),
  conflicts: z.array(WriteConflict),
  /** Null when the agent's storing is switched off: nothing was kept (W2). */
  entryId: z.uuid().nullable(),
  messages: z.array(z.object({ id: MessageId, seq: z.int() })),
  thread: WrittenThread.nullable(),
})
export type WriteMemoryOutput = z.infer<typeof WriteMemoryOutput>

/** `clear` is delete for one session; for a whole scope it needs `all: true`. */
export const ClearMemoryInput = z
  .strictObject({ ...session, all: z.literal(true).optional(), scope: ScopeInput.optional() })
  .refine((input) => [input.sessionId, input.threadId, input.all].filter((value) => value !== undefined).length === 1, {
    message: 'Name one session, or say all: true.',
  })
export const ClearMemoryOutput = z.object({ threads: z.int(), messages: z.int() })

export const ListEntriesInput = z
  .strictObject({
    ...session,
    ...ScopeOrPattern,
    /** That one alone. */
    entryId: z.uuid().optional(),
    /** False: `messages` stays empty, for lists of writes that may hold thousands. */
    withMessages: z.boolean().default(true),
    tags: Tags.optional(),
    order: z.enum(['asc', 'desc']).default('asc'),
    cursor: Cursor.optional(),
    limit: PageSize.default(50),
  })
  .refine((input) => !(input.sessionId !== undefined && input.threadId !== undefined), oneSession)

/** AgentLIB's MemoryEntry, with what Loci knows of the write beside it. */
export const EntryView = z.object({
  id: z.uuid(),
  threadId: z.string(),
  threadUid: z.uuid(),
  scope: ScopeView,
  firstSeq: z.int(),
  lastSeq: z.int(),
  messages: z.array(PassedMessage),
  metadata: z.object({
    createdAt: Timestamp,
    accessedAt: Timestamp,
    expiresAt: Timestamp.nullable(),
    agentName: z.string().nullable(),
    runId: z.string().nullable(),
    tags: Tags,
    tokenCount: z.int(),
  }),
  run: PassedObject.nullable(),
  /** What the agent had been given before it wrote; null when it wrote without a read token. */
  read: PassedObject.nullable(),
  /** Where what was handed over and what is stored differed, by its place in the list; the stored messages stayed (R3). */
  conflicts: z.array(WriteConflict),
})
export type EntryView = z.infer<typeof EntryView>
export const ListEntriesOutput = z.object({ items: z.array(EntryView), nextCursor: z.string().nullable() })
