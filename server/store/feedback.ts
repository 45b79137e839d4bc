import type { PoolClient } from 'pg'
import type { ThreadKey } from './thread-rows'

/** What an end user said; `value` from 0 (bad) to 1 (good), `seq` null for the thread as a whole. */
export interface FeedbackRow {
  id: string
  seq: number | null
  value: number
  comment: string | null
  source: string | null
  createdAt: Date
}

export async function insertFeedback(
  client: PoolClient,
  thread: ThreadKey,
  feedback: Omit<FeedbackRow, 'createdAt'>,
): Promise<FeedbackRow> {
  const { rows } = await client.query<FeedbackRow>(
    `INSERT INTO feedback (tenant, scope_id, thread_uid, id, seq, value, comment, source)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     RETURNING id, seq, value, comment, source, created_at AS "createdAt"`,
    [
      thread.tenant,
      thread.scopeId,
      thread.uid,
      feedback.id,
      feedback.seq,
      feedback.value,
      feedback.comment,
      feedback.source,
    ],
  )
  const [row] = rows
  if (!row) throw new Error('an insert answered nothing')
  return row
}

/** Newest first. */
export async function feedbackOfThread(
  client: PoolClient,
  thread: ThreadKey,
  { limit }: { limit: number },
): Promise<FeedbackRow[]> {
  const { rows } = await client.query<FeedbackRow>(
    `SELECT id, seq, value, comment, source, created_at AS "createdAt" FROM feedback
     WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 ORDER BY id DESC LIMIT $4`,
    [thread.tenant, thread.scopeId, thread.uid, limit],
  )
  return rows
}
