import { z } from 'zod'
import { AgentName, ScopeInput } from '../../memory/scope'
import { Timestamp } from './fields'

export const JobState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])

export const JobView = z.object({
  id: z.uuid(),
  kind: z.string(),
  state: JobState,
  done: z.int(),
  total: z.int().nullable(),
  result: z.json().nullable(),
  error: z.string().nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type JobView = z.infer<typeof JobView>

export const ImportFormat = z.enum(['openai-jsonl', 'loci-jsonl'])

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
})
export type StartImportInput = z.input<typeof StartImportInput>

/** What an import did. `unchanged` counts conversations that were stored already, whole. */
export const ImportResult = z.object({
  threads: z.int(),
  messages: z.int(),
  unchanged: z.int(),
  skippedSystem: z.int(),
  /** Line numbers from 1, with the reason; at most 100 are listed. */
  skipped: z.array(z.object({ line: z.int(), reason: z.string() })),
  skippedCount: z.int(),
})
export type ImportResult = z.infer<typeof ImportResult>

export const JobReference = z.strictObject({ id: z.uuid() })
