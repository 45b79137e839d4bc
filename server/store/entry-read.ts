import type { ThreadKey } from './thread-rows'
import type { Queryable } from './window-rows'

/** What one write keeps of the read before it; `read` is JSON text, null when the agent wrote without one. */
export interface EntryReadRow {
  createdAt: Date
  agentName: string | null
  runId: string | null
  firstSeq: number
  read: string | null
}

/** One entry of a thread; undefined when it is not there. */
export async function findEntryRead(
  client: Queryable,
  thread: ThreadKey,
  entryId: string,
): Promise<EntryReadRow | undefined> {
  const { rows } = await client.query<EntryReadRow>(
    `SELECT created_at AS "createdAt", agent_name AS "agentName", run_id AS "runId", first_seq AS "firstSeq", read::text AS read
     FROM entry WHERE tenant = $1 AND scope_id = $2::uuid AND thread_uid = $3::uuid AND id = $4::uuid`,
    [thread.tenant, thread.scopeId, thread.uid, entryId],
  )
  return rows[0]
}

/** Tokens of the messages in some stretches of seqs, inclusive, as they are stored now. */
export async function tokensOfRanges(
  client: Queryable,
  thread: ThreadKey,
  ranges: readonly (readonly [number, number])[],
): Promise<number> {
  const { rows } = await client.query<{ tokens: number }>(
    `SELECT coalesce(sum(m.tokens), 0)::int AS tokens FROM unnest($4::int[], $5::int[]) AS r(from_seq, to_seq)
     JOIN message m ON m.tenant = $1 AND m.scope_id = $2::uuid AND m.thread_uid = $3::uuid AND m.seq BETWEEN r.from_seq AND r.to_seq`,
    [thread.tenant, thread.scopeId, thread.uid, ranges.map(([from]) => from), ranges.map(([, to]) => to)],
  )
  return rows[0]?.tokens ?? 0
}
