import { rawThatFits, tooLarge } from './answer-bytes'
import { sqlParameters } from './sql-parameters'
import type { ThreadKey } from './thread-rows'
import type { Queryable } from './window-rows'

/** A stored message as lists show it. */
export interface MessageRow {
  seq: number
  tokens: number
  entryId: string
  createdAt: Date
  redactedAt: Date | null
  raw: string
}

export interface ListMessagesParams {
  readonly thread: ThreadKey
  readonly limit: number
  /** Seqs, exclusive. Without either, the newest page. */
  readonly before?: number | undefined
  readonly after?: number | undefined
  /** Only what stood there before this run first wrote. */
  readonly beforeRunId?: string | undefined
}

/**
 * One page in seq order; any page costs the same, wherever it lies.
 * @throws TOO_LARGE when its texts are more than 32 MiB, before they are loaded
 */
export async function listMessages(client: Queryable, params: ListMessagesParams): Promise<MessageRow[]> {
  const { thread, limit, before, after, beforeRunId } = params
  const parameters = sqlParameters()
  const { bind } = parameters
  const [tenant, scopeId, uid] = [bind(thread.tenant), bind(thread.scopeId), bind(thread.uid)]
  const conditions = [`tenant = ${tenant}`, `scope_id = ${scopeId}::uuid`, `thread_uid = ${uid}::uuid`]
  if (before !== undefined) conditions.push(`seq < ${bind(before)}`)
  if (after !== undefined) conditions.push(`seq > ${bind(after)}`)
  if (beforeRunId !== undefined) {
    conditions.push(`seq < coalesce((SELECT min(e.first_seq) FROM entry e
      WHERE e.tenant = ${tenant} AND e.scope_id = ${scopeId}::uuid AND e.thread_uid = ${uid}::uuid AND e.run_id = ${bind(beforeRunId)}), 2147483647)`)
  }
  const { rows } = await client.query<Omit<MessageRow, 'raw'> & { raw: string | null }>(
    `SELECT seq, tokens, "entryId", "createdAt", "redactedAt", ${rawThatFits('raw')} AS raw FROM (
       SELECT seq, tokens, entry_id AS "entryId", created_at AS "createdAt", redacted_at AS "redactedAt", raw FROM message
       WHERE ${conditions.join(' AND ')} ORDER BY seq ${after === undefined ? 'DESC' : 'ASC'} LIMIT ${bind(limit)}
     ) page ORDER BY seq`,
    parameters.values,
  )
  return rows.map(({ raw, ...row }) => {
    if (raw === null) throw tooLarge()
    return { ...row, raw }
  })
}
