import type { Reach } from '../../auth/reach'
import type { ExportFormat, ExportResult } from '../../schemas/exports'
import { type ExportedThread, insertExportPart, removeExportParts, threadsToExport } from '../../store/exports'
import { withReach } from '../../store/reach'
import { tagsOfThreads } from '../../store/tags'
import { reviewsOfThreads } from '../../store/thread-reviews'
import type { ThreadFilter } from '../../store/threads-filter'
import type { ServiceContext } from '../context'
import type { JobProgress } from '../jobs/run-job'
import { threadText } from './export-pages'
import { CSV_HEAD, csvRow } from './thread-csv'

const THREADS_AT_ONCE = 50
/** Characters after which a part is stored. */
const PART_CHARACTERS = 1_000_000

export interface ExportPlan {
  readonly jobId: string
  readonly reach: Reach
  readonly filter: ThreadFilter
  readonly format: ExportFormat
  readonly progress: JobProgress
}

/** Where an export is fetched. */
export function exportPath(jobId: string): string {
  return `/api/exports/${jobId}`
}

/**
 * Writes the threads of a reach, each as it stands when its turn comes: messages that are added meanwhile are not in it.
 * At most a page of messages and a part are in memory.
 *
 * @throws CONFLICT when a thread is removed for good while it is written
 */
export async function exportThreads(ctx: ServiceContext, plan: ExportPlan): Promise<ExportResult> {
  const { reach, filter, format, jobId, progress } = plan
  const pool = ctx.database.pools.background
  const parts = new PartWriter((part) =>
    withReach(pool, { kind: 'all' }, ({ client }) => insertExportPart(client, { jobId, ...part })),
  )
  // What an attempt before this one has written is in no file.
  await withReach(pool, { kind: 'all' }, ({ client }) => removeExportParts(client, jobId))
  if (format === 'csv') await parts.add(CSV_HEAD)
  let threads = 0
  let messages = 0
  let afterUid: string | null = null
  for (;;) {
    const page: ExportedThread[] = await withReach(pool, reach, ({ client, scopeId }) =>
      threadsToExport(client, { reach, scopeId, filter, afterUid, limit: THREADS_AT_ONCE }),
    )
    // A page of a table is written at once, its threads in other forms one by one.
    for (const some of format === 'csv' ? [page] : page.map((thread) => [thread])) {
      for await (const text of pageText(ctx, { page: some, reach, format })) await parts.add(text)
      threads += some.length
      messages += some.reduce((sum, { messageCount }) => sum + messageCount, 0)
      await progress(threads)
    }
    afterUid = page.at(-1)?.uid ?? null
    if (afterUid === null) break
  }
  await parts.flush()
  return { threads, messages, characters: parts.characters, path: exportPath(jobId) }
}

/** A page of threads in the form that was asked for. */
async function* pageText(
  ctx: ServiceContext,
  { page, reach, format }: { page: readonly ExportedThread[]; reach: Reach; format: ExportFormat },
): AsyncGenerator<string> {
  if (format === 'csv') {
    const { tags, reviews } = await withReach(ctx.database.pools.background, reach, async ({ client }) => ({
      tags: await tagsOfThreads(client, page),
      reviews: await reviewsOfThreads(client, page),
    }))
    for (const thread of page) {
      yield csvRow({ thread, tags: tags.get(thread.uid) ?? {}, review: reviews.get(thread.uid) })
    }
    return
  }
  const lineFormat = format === 'loci-jsonl' ? 'loci' : 'openai'
  for (const thread of page) yield* threadText(ctx, { thread, reach, format: lineFormat })
}

/** Gathers text and hands it on in parts. */
class PartWriter {
  readonly #store: (part: { number: number; text: string }) => Promise<void>
  #pending: string[] = []
  #size = 0
  #number = 0
  characters = 0

  constructor(store: (part: { number: number; text: string }) => Promise<void>) {
    this.#store = store
  }

  async add(text: string): Promise<void> {
    this.#pending.push(text)
    this.#size += text.length
    this.characters += text.length
    if (this.#size >= PART_CHARACTERS) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#size === 0) return
    const text = this.#pending.join('')
    this.#pending = []
    this.#size = 0
    await this.#store({ number: this.#number, text })
    this.#number += 1
  }
}
