import type { ThreadKey } from './thread-rows'
import type { Queryable } from './window-rows'

/** A text longer than this is not loaded for its first words, in bytes. */
const LONGEST = 16 * 1024

export interface UserMessageRow {
  seq: number
  createdAt: Date
  isRedacted: boolean
  /** Null where it is longer than 16 KiB. */
  raw: string | null
}

export interface UserMessagesParams {
  readonly thread: ThreadKey
  /** The stretch of seqs that is looked through, inclusive. */
  readonly from: number
  readonly to: number
  /** Which end of the stretch comes first. */
  readonly order: 'asc' | 'desc'
  readonly limit: number
}

/** Messages of the user in a stretch, in the order asked for. Costs what the stretch costs, wherever it lies. */
export async function userMessages(client: Queryable, params: UserMessagesParams): Promise<UserMessageRow[]> {
  const { thread, from, to, order, limit } = params
  const { rows } = await client.query<UserMessageRow>(
    `SELECT seq, created_at AS "createdAt", redacted_at IS NOT NULL AS "isRedacted",
       CASE WHEN octet_length(raw) <= ${LONGEST} THEN raw END AS raw
     FROM message
     WHERE tenant = $1 AND scope_id = $2::uuid AND thread_uid = $3::uuid AND seq BETWEEN $4 AND $5 AND role = 'user'
     ORDER BY seq ${order === 'asc' ? 'ASC' : 'DESC'} LIMIT $6`,
    [thread.tenant, thread.scopeId, thread.uid, from, to, limit],
  )
  return rows
}
