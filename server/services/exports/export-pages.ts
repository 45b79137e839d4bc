import { toOpenAi } from '../../../memory/openai-chat'
import { storedMessage } from '../../../memory/stored-message'
import type { Reach } from '../../auth/reach'
import { LociError } from '../../errors'
import type { ThreadFileFormat } from '../../schemas/exports'
import { type ExportedMessage, type ExportedThread, entriesToExport, messagesToExport } from '../../store/exports'
import { withReach } from '../../store/reach'
import { tagsOfThreads } from '../../store/tags'
import type { ServiceContext } from '../context'
import { exportedNotes, mayExportNotes } from '../notes/exported-notes'
import { exportedReview } from '../reviews/exported-review'
import { LINE_END, lineStart, messageText } from './thread-line'
import { markdownMessage, markdownStart } from './thread-markdown'

interface Written {
  readonly thread: ExportedThread
  readonly reach: Reach
}

/**
 * One thread as text, piece by piece: at most a page of its messages is in memory.
 *
 * @throws CONFLICT when it is removed for good meanwhile
 */
export async function* threadText(
  ctx: ServiceContext,
  { thread, reach, format }: Written & { format: ThreadFileFormat },
): AsyncGenerator<string> {
  const written = { thread, reach }
  if (format === 'loci') yield* lociLine(ctx, written)
  else if (format === 'markdown') yield* markdown(ctx, written)
  else yield* openAiLine(ctx, written)
}

async function* lociLine(ctx: ServiceContext, written: Written): AsyncGenerator<string> {
  const { thread, reach } = written
  const { tags, entries, notes, review } = await withReach(
    ctx.database.pools.background,
    reach,
    async ({ client }) => ({
      tags: (await tagsOfThreads(client, [thread])).get(thread.uid) ?? {},
      entries: await entriesToExport(client, { thread, count: thread.messageCount }),
      notes: mayExportNotes(ctx.principal) ? await exportedNotes(client, thread) : undefined,
      review: await exportedReview(ctx.principal, client, thread),
    }),
  )
  const places = new Map(entries.map(({ id }, index) => [id, index]))
  yield lineStart(thread, { tags, entries, notes, review })
  // A message whose entry is gone counts to the one before.
  let entry = entries.length > 0 ? 0 : undefined
  for await (const message of messagesOf(ctx, written)) {
    entry = places.get(message.entryId) ?? entry
    const text = messageText(message, entry)
    yield message.seq === 1 ? text : `,${text}`
  }
  yield LINE_END
}

async function* markdown(ctx: ServiceContext, written: Written): AsyncGenerator<string> {
  const { thread, reach } = written
  const tags = await withReach(ctx.database.pools.background, reach, ({ client }) => tagsOfThreads(client, [thread]))
  yield markdownStart(thread, tags.get(thread.uid) ?? {})
  for await (const message of messagesOf(ctx, written)) {
    yield markdownMessage({ ...message, message: storedMessage(message.raw) })
  }
}

/** As OpenAI's API has it; the id lets an import find the thread again. */
async function* openAiLine(ctx: ServiceContext, written: Written): AsyncGenerator<string> {
  yield `{"id":${JSON.stringify(written.thread.threadId)},"messages":[`
  for await (const message of messagesOf(ctx, written)) {
    yield `${message.seq === 1 ? '' : ','}${JSON.stringify(toOpenAi(storedMessage(message.raw)))}`
  }
  yield LINE_END
}

async function* messagesOf(ctx: ServiceContext, { thread, reach }: Written): AsyncGenerator<ExportedMessage> {
  const count = thread.messageCount
  for (let after = 0; after < count; ) {
    const page = await withReach(ctx.database.pools.background, reach, ({ client }) =>
      messagesToExport(client, { thread, after, count }),
    )
    const last = page.at(-1)
    if (!last) throw new LociError('CONFLICT', 'A thread was removed while it was written: start the export again.')
    yield* page
    after = last.seq
  }
}
