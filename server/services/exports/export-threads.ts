import type { Reach } from '../../auth/reach'
import { LociError } from '../../errors'
import type { ExportResult } from '../../schemas/exports'
import {
  type ExportedThread,
  entriesToExport,
  insertExportPart,
  messagesToExport,
  threadsToExport,
} from '../../store/exports'
import { withReach } from '../../store/reach'
import { tagsOfThreads } from '../../store/tags'
import type { ThreadFilter } from '../../store/threads-filter'
import type { ServiceContext } from '../context'
import type { JobProgress } from '../jobs/run-job'
import { LINE_END, lineStart, messageText } from './thread-line'

const THREADS_AT_ONCE = 50
/** Characters after which a part is stored. */
const PART_CHARACTERS = 1_000_000

export interface ExportPlan {
  readonly jobId: string
  readonly reach: Reach
  readonly filter: ThreadFilter
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
  const { reach, filter, jobId, progress } = plan
  const pool = ctx.database.pools.background
  const parts = new PartWriter((part) =>
    withReach(pool, { kind: 'all' }, ({ client }) => insertExportPart(client, { jobId, ...part })),
  )
  let threads = 0
  let messages = 0
  let afterUid: string | null = null
  for (;;) {
    const page: ExportedThread[] = await withReach(pool, reach, ({ client, scopeId }) =>
      threadsToExport(client, { reach, scopeId, filter, afterUid, limit: THREADS_AT_ONCE }),
    )
    for (const thread of page) {
      await writeThread(ctx, { thread, reach, parts })
      threads += 1
      messages += thread.messageCount
      await progress(threads)
    }
    afterUid = page.at(-1)?.uid ?? null
    if (afterUid === null) break
  }
  await parts.flush()
  return { threads, messages, characters: parts.characters, path: exportPath(jobId) }
}

async function writeThread(
  ctx: ServiceContext,
  { thread, reach, parts }: { thread: ExportedThread; reach: Reach; parts: PartWriter },
): Promise<void> {
  const pool = ctx.database.pools.background
  const count = thread.messageCount
  const { tags, entries } = await withReach(pool, reach, async ({ client }) => ({
    tags: (await tagsOfThreads(client, [thread])).get(thread.uid) ?? {},
    entries: await entriesToExport(client, { thread, count }),
  }))
  const places = new Map(entries.map(({ id }, index) => [id, index]))
  await parts.add(lineStart(thread, { tags, entries }))
  // A message whose entry is gone counts to the one before.
  let entry = entries.length > 0 ? 0 : undefined
  for (let after = 0; after < count; ) {
    const page = await withReach(pool, reach, ({ client }) => messagesToExport(client, { thread, after, count }))
    const last = page.at(-1)
    if (!last) throw new LociError('CONFLICT', 'A thread was removed while it was written: start the export again.')
    for (const message of page) {
      entry = places.get(message.entryId) ?? entry
      const text = messageText(message, entry)
      await parts.add(message.seq === 1 ? text : `,${text}`)
    }
    after = last.seq
  }
  await parts.add(LINE_END)
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
