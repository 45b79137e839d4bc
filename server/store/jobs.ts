import type { Pool } from 'pg'
import type { JobView } from '../schemas/jobs'

interface JobRow {
  id: string
  kind: string
  state: JobView['state']
  done: number
  total: number | null
  result: string | null
  error: string | null
  cancel_requested: boolean
  created_at: Date
  finished_at: Date | null
}

const COLUMNS = 'id, kind, state, done, total, result, error, cancel_requested, created_at, finished_at'

export async function insertJob(
  pool: Pool,
  job: { id: string; kind: string; total: number | null; createdBy: string },
): Promise<void> {
  await pool.query(`INSERT INTO job (id, kind, state, total, created_by) VALUES ($1, $2, 'running', $3, $4)`, [
    job.id,
    job.kind,
    job.total,
    job.createdBy,
  ])
}

/** Says how far the job is; answers whether somebody has asked it to stop. */
export async function reportProgress(pool: Pool, job: { id: string; done: number }): Promise<{ isCancelled: boolean }> {
  const { rows } = await pool.query<{ cancel_requested: boolean }>(
    'UPDATE job SET done = $2, updated_at = now() WHERE id = $1 RETURNING cancel_requested',
    [job.id, job.done],
  )
  return { isCancelled: rows[0]?.cancel_requested ?? true }
}

export async function finishJob(
  pool: Pool,
  job: { id: string; state: 'done' | 'failed' | 'cancelled'; result: unknown; error: string | null },
): Promise<void> {
  await pool.query(
    'UPDATE job SET state = $2, result = $3, error = $4, updated_at = now(), finished_at = now() WHERE id = $1',
    [job.id, job.state, job.result === null ? null : JSON.stringify(job.result), job.error],
  )
}

/** A job as people see it; `createdBy` narrows to one person's or one key's. */
export async function findJob(
  pool: Pool,
  reference: { id: string; createdBy: string | null },
): Promise<JobView | null> {
  const { rows } = await pool.query<JobRow>(
    `SELECT ${COLUMNS} FROM job WHERE id = $1 AND ($2::text IS NULL OR created_by = $2)`,
    [reference.id, reference.createdBy],
  )
  const row = rows[0]
  return row ? toView(row) : null
}

export async function requestCancel(pool: Pool, id: string): Promise<void> {
  await pool.query(`UPDATE job SET cancel_requested = true, updated_at = now() WHERE id = $1 AND state = 'running'`, [
    id,
  ])
}

/** Jobs whose process is gone. Nothing of them is lost: each can be started again and doubles nothing. */
export async function failInterruptedJobs(pool: Pool, error: string): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE job SET state = 'failed', error = $1, finished_at = now()
     WHERE state = 'running' AND updated_at < now() - interval '5 minutes'`,
    [error],
  )
  return rowCount ?? 0
}

function toView(row: JobRow): JobView {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    done: row.done,
    total: row.total,
    // Written by finishJob from a plain value.
    result: row.result === null ? null : JSON.parse(row.result),
    error: row.error,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}
