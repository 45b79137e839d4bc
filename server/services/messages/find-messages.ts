import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { foldText } from '../../../memory/fold-text'
import { searchableText } from '../../../memory/searchable-text'
import { storedMessage } from '../../../memory/stored-message'
import type { FindMessagesInput, FindMessagesOutput } from '../../schemas/messages'
import { searchMatch } from '../../store/search-text'
import type { ThreadRow } from '../../store/thread-rows'
import { seqsWithWords, textsOfSeqs } from '../../store/thread-words'
import type { ServiceContext } from '../context'
import { openThread } from './open-thread'

/** Texts looked through at once. */
const BATCH = 100

/**
 * messages.find: where in one thread something stands as it was typed (as search.messages compares it), however much of
 * the thread is loaded anywhere. The newest `limit` places, ascending, and how many the index knows before them.
 *
 * @throws NOT_FOUND (S3)
 */
export async function findMessages(
  ctx: ServiceContext,
  input: z.output<typeof FindMessagesInput>,
): Promise<z.infer<typeof FindMessagesOutput>> {
  const { query, before = Number.POSITIVE_INFINITY, limit } = input
  const match = searchMatch(query)
  return openThread(ctx, input, async (client, thread) => {
    if (match === null) return { seqs: [], earlier: 0 }
    const candidates = (await seqsWithWords(client, thread, match.match)).filter((seq) => seq < before)
    const seqs: number[] = []
    while (candidates.length > 0 && seqs.length < limit) {
      const batch = candidates.splice(-Math.min(BATCH, limit - seqs.length))
      seqs.unshift(...(await asTyped({ client, thread, seqs: batch, pieces: match.pieces })))
    }
    return { seqs, earlier: candidates.length }
  })
}

interface AsTyped {
  client: PoolClient
  thread: ThreadRow
  seqs: readonly number[]
  pieces: readonly string[]
}

/** The index compares words; this looks at the signs. Of a text too long to be loaded the index is believed. */
async function asTyped({ client, thread, seqs, pieces }: AsTyped): Promise<number[]> {
  const texts = await textsOfSeqs(client, thread, seqs)
  return seqs.filter((seq) => {
    const raw = texts.get(seq)
    if (raw === undefined) return false
    if (raw === null) return true
    const folded = foldText(searchableText(storedMessage(raw)))
    return pieces.every((piece) => folded.includes(piece))
  })
}
