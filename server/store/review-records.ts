import type { PoolClient } from 'pg'
import type { ReviewOutcome } from '../schemas/review-facts'
import type { ThreadKey } from './thread-rows'

/** A finished review; `reviewer` is the e-mail as it was then. */
export interface ReviewRecordRow {
  id: string
  reviewer: string
  queueId: string | null
  throughSeq: number
  outcome: ReviewOutcome | null
  reasons: string[]
  score: number | null
  agentName: string | null
  configVersion: number | null
  createdAt: Date
}

const COLUMNS = `id, reviewer, queue_id AS "queueId", through_seq AS "throughSeq", outcome, reasons, score,
  agent_name AS "agentName", config_version AS "configVersion", created_at AS "createdAt"`

/** Newest first. */
export async function reviewRecords(
  client: PoolClient,
  thread: ThreadKey,
  { limit }: { limit: number },
): Promise<ReviewRecordRow[]> {
  const { rows } = await client.query<ReviewRecordRow>(
    `SELECT ${COLUMNS} FROM review_record WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 ORDER BY id DESC LIMIT $4`,
    [thread.tenant, thread.scopeId, thread.uid, limit],
  )
  return rows
}

export async function insertReviewRecord(
  client: PoolClient,
  thread: ThreadKey,
  record: Omit<ReviewRecordRow, 'createdAt'>,
): Promise<void> {
  await client.query(
    `INSERT INTO review_record (tenant, scope_id, thread_uid, id, reviewer, queue_id, through_seq, outcome, reasons, score,
       agent_name, config_version)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      thread.tenant,
      thread.scopeId,
      thread.uid,
      record.id,
      record.reviewer,
      record.queueId,
      record.throughSeq,
      record.outcome,
      record.reasons,
      record.score,
      record.agentName,
      record.configVersion,
    ],
  )
}

/** The agent and the version of its setting under which a thread's newest write was made; JSON text of the read is looked into. */
export async function newestSetting(
  client: PoolClient,
  thread: ThreadKey,
): Promise<{ agentName: string | null; configVersion: number | null }> {
  const { rows } = await client.query<{ agentName: string | null; configVersion: number | null }>(
    `SELECT e.agent_name AS "agentName", (e.read::json ->> 'configVersion')::int AS "configVersion"
     FROM entry e WHERE e.tenant = $1 AND e.scope_id = $2 AND e.thread_uid = $3 ORDER BY e.id DESC LIMIT 1`,
    [thread.tenant, thread.scopeId, thread.uid],
  )
  return rows[0] ?? { agentName: null, configVersion: null }
}
