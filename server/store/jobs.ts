import type { Pool } from 'pg'
import type { JobView } from '../schemas/jobs'
import { inTransaction } from './transaction'

export interface JobRow {
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

export const COLUMNS = 'id, kind, state, done, total, result, error, cancel_requested, created_at, finished_at'

/** A job that has not said anything for so long runs no more. */
const SILENT = "interval '1 minute'"

interface NewJob {
  id: string
  kind: string
  total: number | null
  /** What it does, as JSON text. */
  input?: string | undefined
  createdBy: string
}

export async function insertJob(pool: Pick<Pool, 'query'>, job: NewJob): Promise<void> {
  await pool.query(
    `INSERT INTO job (id, kind, state, total, input, created_by) VALUES ($1, $2, 'running', $3, $4, $5)`,
    [job.id, job.kind, job.total, job.input ?? '{}', job.createdBy],
  )
}

/**
 * The same, unless a job of these kinds runs: then nothing is made, and that one answered. Jobs that said nothing since
 * `aliveSince`, or for a minute, count as ended.
 */
export async function insertJobAlone(
  pool: Pool,
  options: { job: NewJob; kinds: readonly string[]; aliveSince: Date | null },
): Promise<{ id: string; kind: string } | null> {
  const { job, kinds, aliveSince } = options
  return inTransaction(pool, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('loci.job.' || $1, 0))`, [kinds.join()])
    const { rows } = await client.query<{ id: string; kind: string }>(
      `SELECT id, kind FROM job WHERE state = 'running' AND kind = ANY ($1::text[])
         AND updated_at >= greatest(now() - ${SILENT}, $2::timestamptz)
       ORDER BY created_at DESC LIMIT 1`,
      [kinds, aliveSince],
    )
    const running = rows[0] ?? null
    if (!running) await insertJob(client, job)
    return running
  })
}

/** For a job whose size is known only once it is prepared. */
export async function setJobTotal(pool: Pool, job: { id: string; total: number }): Promise<void> {
  await pool.query('UPDATE job SET total = $2, updated_at = now() WHERE id = $1', [job.id, job.total])
}

/** Who began a job, and what it was told to do, as JSON text. */
export async function findJobInput(
  pool: Pool,
  id: string,
): Promise<{ kind: string; state: JobView['state']; input: string; createdBy: string } | null> {
  const { rows } = await pool.query<{ kind: string; state: JobView['state']; input: string; createdBy: string }>(
    'SELECT kind, state, input, created_by AS "createdBy" FROM job WHERE id = $1',
    [id],
  )
  return rows[0] ?? null
}

/** For a job whose steps take longer than others believe it to be alive. */
export async function keepJobAlive(pool: Pool, id: string): Promise<void> {
  await pool.query(`UPDATE job SET updated_at = now() WHERE id = $1 AND state = 'running'`, [id])
}

/** Says how far the job is; answers whether somebody has asked it to stop. */
export async function reportProgress(pool: Pool, job: { id: string; done: number }): Promise<{ isCancelled: boolean }> {
  const { rows } = await pool.query<{ cancel_requested: boolean }>(
    'UPDATE job SET done = $2, updated_at = now() WHERE id = $1 RETURNING cancel_requested',
    [job.id, job.done],
  )
  return { isCancelled: rows[0]?.cancel_requested ?? true }
}

/** Ends a job that runs; one that was ended by somebody else stays as it is. */
export async function finishJob(
  pool: Pool,
  job: { id: string; state: 'done' | 'failed' | 'cancelled'; result: unknown; error: string | null },
): Promise<void> {
  await pool.query(
    `UPDATE job SET state = $2, result = $3, error = $4, updated_at = now(), finished_at = now()
     WHERE id = $1 AND state = 'running'`,
    [job.id, job.state, job.result === null ? null : JSON.stringify(job.result), job.error],
  )
}

/** A job as people see it; `createdBy` narrows to those of these people, keys or the installation. */
export async function findJob(
  pool: Pool,
  reference: { id: string; createdBy: readonly string[] | null },
): Promise<JobView | null> {
  const { rows } = await pool.query<JobRow>(
    `SELECT ${COLUMNS} FROM job WHERE id = $1 AND ($2::text[] IS NULL OR created_by = ANY ($2))`,
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

/** Lets a job that failed or was cancelled run again; false for any other. */
export async function restartJob(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE job SET state = 'running', done = 0, result = NULL, error = NULL, cancel_requested = false, finished_at = NULL,
       updated_at = now()
     WHERE id = $1 AND state IN ('failed', 'cancelled')`,
    [id],
  )
  return rowCount === 1
}

/** Jobs whose process is gone. Nothing of them is lost: each can be started again and doubles nothing. */
export async function failInterruptedJobs(
  pool: Pool,
  { error, aliveSince }: { error: string; aliveSince: Date | null },
): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE job SET state = 'failed', error = $1, finished_at = now()
     WHERE state = 'running' AND updated_at < greatest(now() - ${SILENT}, $2::timestamptz)`,
    [error, aliveSince],
  )
  return rowCount ?? 0
}

export function toView(row: JobRow): JobView {
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
