import type { ExportedThread } from '../../store/exports'
import type { ReviewRow } from '../../store/thread-reviews'
import { CSV_START, csvLine } from './csv-line'

/** What a row tells of a thread. */
interface CsvThread {
  readonly thread: Omit<ExportedThread, 'pins'>
  readonly tags: Readonly<Record<string, string>>
  /** Absent for a thread that nobody has looked at. */
  readonly review?: ReviewRow | undefined
}

/** The columns in their order; what else is known of a thread goes behind them, so that the first ones keep their places. */
const COLUMNS: readonly { name: string; of: (row: CsvThread) => string | number | null }[] = [
  { name: 'thread_id', of: ({ thread }) => thread.threadId },
  { name: 'uid', of: ({ thread }) => thread.uid },
  { name: 'tenant', of: ({ thread }) => thread.tenant },
  { name: 'subject', of: ({ thread }) => thread.subject },
  { name: 'agent', of: ({ thread }) => thread.agentName },
  { name: 'title', of: ({ thread }) => thread.title },
  { name: 'tags', of: ({ tags }) => tagsText(tags) },
  { name: 'messages', of: ({ thread }) => thread.messageCount },
  { name: 'tokens', of: ({ thread }) => thread.tokenCount },
  { name: 'token_counter', of: ({ thread }) => thread.counter },
  { name: 'created_at', of: ({ thread }) => thread.createdAt.toISOString() },
  { name: 'updated_at', of: ({ thread }) => thread.updatedAt.toISOString() },
  { name: 'last_message_at', of: ({ thread }) => thread.lastMessageAt?.toISOString() ?? null },
  { name: 'forked_from', of: ({ thread }) => thread.parentThreadId },
  { name: 'first_line', of: ({ thread }) => thread.firstLine },
  { name: 'last_line', of: ({ thread }) => thread.lastLine },
  { name: 'review_status', of: ({ review }) => review?.status ?? 'open' },
  { name: 'outcome', of: ({ review }) => review?.outcome ?? null },
  { name: 'reasons', of: ({ review }) => review?.reasons.join('; ') ?? null },
  { name: 'score', of: ({ review }) => review?.score ?? null },
  { name: 'reviewed_at', of: ({ review }) => review?.reviewedAt?.toISOString() ?? null },
  { name: 'reviewed_through_seq', of: ({ review }) => review?.reviewedThroughSeq ?? 0 },
]

/** What a table of threads begins with. */
export const CSV_HEAD = `${CSV_START}${csvLine(COLUMNS.map(({ name }) => name))}`

export function csvRow(row: CsvThread): string {
  return csvLine(COLUMNS.map(({ of }) => of(row)))
}

/** `plan=gold; vip`: a label stands without a value. */
function tagsText(tags: Readonly<Record<string, string>>): string {
  return Object.entries(tags)
    .map(([key, value]) => (value === '' ? key : `${key}=${value}`))
    .join('; ')
}
