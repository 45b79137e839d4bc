import { z } from 'zod'
import { AgentName } from '../../memory/scope-schema'
import { ScopeOrPattern } from './fields'
import { ThreadFilters } from './threads'

/** How long what an export wrote can be fetched, in hours. */
export const EXPORT_KEPT_HOURS = 24

/**
 * `loci-jsonl`: whole threads, one a line, that an import makes again (M2). `openai-jsonl`: their messages as OpenAI's API has
 * them, one thread a line. `csv`: a table, one row a thread, without messages.
 */
export const ExportFormat = z.enum(['loci-jsonl', 'openai-jsonl', 'csv'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** The forms of one thread's file, and how its name ends. */
export const THREAD_FILES = { loci: 'json', markdown: 'md', openai: 'jsonl' } as const
export type ThreadFileFormat = keyof typeof THREAD_FILES

/** Where the file of one thread is fetched. */
export function threadFilePath(uid: string, format: ThreadFileFormat): string {
  return `/api/exports/threads/${uid}.${THREAD_FILES[format]}`
}

const { agentName: _agentName, deleted: _deleted, ...filters } = ThreadFilters

/** Living threads of one scope, or of those that a pattern names. With `dryRun` they are only counted. */
export const StartExportInput = z.strictObject({
  format: ExportFormat.default('loci-jsonl'),
  ...ScopeOrPattern,
  agentName: AgentName.optional(),
  filters: z.strictObject(filters).optional(),
  dryRun: z.boolean().default(false),
})
export type StartExportInput = z.input<typeof StartExportInput>

/** The result of an export's job. `path` is where it is fetched; null for a dry run, whose `characters` are 0. */
export const ExportResult = z.object({
  threads: z.int(),
  messages: z.int(),
  characters: z.int(),
  path: z.string().nullable(),
})
export type ExportResult = z.infer<typeof ExportResult>
