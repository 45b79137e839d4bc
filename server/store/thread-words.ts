import type { ThreadKey } from './thread-rows'
import type { Queryable } from './window-rows'

/** Of one thread, so many places of words that are everywhere are looked at. */
const FOUND = 50_000
/** A longer text is not loaded to be looked through, in bytes. */
const LOOKED_THROUGH = 256 * 1024

/** Seqs of a living thread's messages that the text index finds, ascending; redacted ones never. At most 50,000. */
export async function seqsWithWords(client: Queryable, thread: ThreadKey, match: string): Promise<number[]> {
  const { rows } = await client.query<{ seqs: number[] | null }>(
    'SELECT array_agg(seq ORDER BY seq) AS seqs FROM loci_search($1, $2::uuid, $3::uuid, $4::tsquery, $5)',
    [thread.tenant, thread.scopeId, thread.uid, match, FOUND],
  )
  return rows[0]?.seqs ?? []
}

/** The stored texts of some messages; null where one is longer than 256 KiB. */
export async function textsOfSeqs(
  client: Queryable,
  thread: ThreadKey,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const { rows } = await client.query<{ seq: number; raw: string | null }>(
    `SELECT seq, CASE WHEN octet_length(raw) <= ${LOOKED_THROUGH} THEN raw END AS raw FROM message
     WHERE tenant = $1 AND scope_id = $2::uuid AND thread_uid = $3::uuid AND seq = ANY ($4::int[])`,
    [thread.tenant, thread.scopeId, thread.uid, seqs],
  )
  return new Map(rows.map(({ seq, raw }) => [seq, raw]))
}
