import type { z } from 'zod'
import { notFound } from '../../errors'
import type { GivenMessagesInput, GivenMessagesOutput } from '../../schemas/messages'
import { findEntryRead, tokensOfRanges } from '../../store/entry-read'
import type { ServiceContext } from '../context'
import { ReadToken } from '../memory/read-token'
import { openThread } from './open-thread'

/**
 * messages.given: what an agent had been given before it wrote one entry, from the read that the entry keeps. Tokens are
 * those of the messages as they are stored now.
 *
 * @throws NOT_FOUND for a thread (S3) or an entry that is not there
 */
export async function givenMessages(
  ctx: ServiceContext,
  input: z.output<typeof GivenMessagesInput>,
): Promise<z.infer<typeof GivenMessagesOutput>> {
  return openThread(ctx, input, async (client, thread) => {
    const entry = await findEntryRead(client, thread, input.entryId)
    if (!entry) throw notFound('entry')
    const { createdAt, agentName, runId, firstSeq } = entry
    // What a newer server keeps otherwise is as if nothing were known.
    const parsed = ReadToken.safeParse(entry.read === null ? null : JSON.parse(entry.read))
    const read = parsed.success ? parsed.data : null
    return {
      entryId: input.entryId,
      writtenAt: createdAt.toISOString(),
      agentName,
      runId,
      firstSeq,
      read: read && {
        ranges: read.ranges,
        copies: read.copies ?? [],
        messages: read.count,
        tokens: await tokensOfRanges(client, thread, read.ranges),
        totalMessages: read.total,
        source: read.source,
        configVersion: read.configVersion,
        summaryVersion: read.summary ?? null,
        recalled: read.recalled?.length ?? 0,
      },
    }
  })
}
