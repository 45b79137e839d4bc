import { z } from 'zod'
import { AgentName, ScopeInput } from '../../memory/scope-schema'
import { Cursor, JsonValue, PageSize, Timestamp } from './fields'

export const JobState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])
export type JobState = z.infer<typeof JobState>

export const JobView = z.object({
  id: z.uuid(),
  kind: z.string(),
  state: JobState,
  done: z.int(),
  total: z.int().nullable(),
  result: JsonValue.nullable(),
  error: z.string().nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type JobView = z.infer<typeof JobView>

/**
 * `openai-jsonl`: `{ id?, messages, … }` a line, in OpenAI's form or ours. `ai-sdk-jsonl`: the same with UI messages of the AI
 * SDK. `loci-jsonl`: threads as an export writes them.
 */
export const ImportFormat = z.enum(['openai-jsonl', 'ai-sdk-jsonl', 'loci-jsonl'])
export type ImportFormat = z.infer<typeof ImportFormat>

/** The format of a file, told by its first line: an export's lines begin with their version. */
export function formatOf(text: string): z.infer<typeof ImportFormat> {
  return /^\s*\{\s*"loci"\s*:/.test(text) ? 'loci-jsonl' : 'openai-jsonl'
}

/**
 * One conversation, or one exported thread, a line. Repeating an import doubles nothing: a line that is stored already is
 * skipped.
 */
export const StartImportInput = z.strictObject({
  /** Told by the first line when it is not named. */
  format: ImportFormat.optional(),
  scope: ScopeInput,
  agentName: AgentName.optional(),
  /** The file's text, at most 32 MiB. */
  text: z.string().min(1),
  /** Only says what would come of it; nothing is stored. What another call would store is not known to it. */
  dryRun: z.boolean().default(false),
})
export type StartImportInput = z.input<typeof StartImportInput>

/** One of the threads of an import, to look at. `uid` is null where the thread is not there yet. */
export const ImportSample = z.object({
  uid: z.uuid().nullable(),
  threadId: z.string(),
  /** New messages, out of all of the line's. */
  added: z.int(),
  messages: z.int(),
  /** How it begins: at most three messages, each with 200 characters at most. */
  lines: z.array(z.object({ role: z.string(), text: z.string() })),
})
export type ImportSample = z.infer<typeof ImportSample>

/** What an import did, or with `dryRun` would do. `unchanged` counts conversations that were stored already, whole. */
export const ImportResult = z.object({
  threads: z.int(),
  messages: z.int(),
  unchanged: z.int(),
  skippedSystem: z.int(),
  /** Line numbers from 1, with the reason; at most 100 are listed. */
  skipped: z.array(z.object({ line: z.int(), reason: z.string() })),
  skippedCount: z.int(),
  dryRun: z.boolean(),
  /** The first ten threads. */
  samples: z.array(ImportSample),
})
export type ImportResult = z.infer<typeof ImportResult>

/** How long a failed import can be tried again, in hours. */
export const IMPORT_KEPT_HOURS = 24

export const ListJobsInput = z.strictObject({
  states: z.array(JobState).min(1).max(5).optional(),
  /** Such as `export` or `threads-tag`. */
  kinds: z.array(z.string().min(1).max(64)).min(1).max(32).optional(),
  limit: PageSize.default(50),
  cursor: Cursor.optional(),
})

/** A job as a list shows it, and what one can do with it. */
export const JobEntry = JobView.extend({
  /** A person's name, a key's, or null where the installation itself began it, or whoever did is gone. */
  startedBy: z.string().nullable(),
  byKind: z.enum(['operator', 'key', 'system']),
  updatedAt: Timestamp,
  /** What it was told to do, where that is known: format, scope, filter, change. */
  order: z.record(z.string(), JsonValue),
  /** Where what it wrote is fetched, as long as it is there. */
  file: z.string().nullable(),
  canCancel: z.boolean(),
  canRetry: z.boolean(),
  /** Threads that it changed can get back what they had. */
  canUndo: z.boolean(),
})
export type JobEntry = z.infer<typeof JobEntry>

export const ListJobsOutput = z.object({ items: z.array(JobEntry), nextCursor: z.string().nullable() })

export const JobReference = z.strictObject({ id: z.uuid() })
