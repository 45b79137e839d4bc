import type { PoolClient } from 'pg'
import { BULK_KEPT_DAYS } from '../schemas/bulk'
import { sqlParameters } from './sql-parameters'
import { type FilterOptions, threadConditions } from './threads-filter'

/** All of these see the targets in the reach 'all' only; the reach of the filter is a condition of its own. */

/** `same` had nothing to change. After an undo `undone` is as it was before, `kept` had been changed since. */
export type TargetOutcome = 'done' | 'same' | 'skipped' | 'undone' | 'kept'

export interface SettledTarget {
  uid: string
  outcome: TargetOutcome
  /** JSON text: what an undo gives back. */
  before: string | null
}

/** Notes which threads match now; answers how many. */
export async function recordTargets(client: PoolClient, params: FilterOptions & { jobId: string }): Promise<number> {
  if (params.reach.kind === 'scope' && params.scopeId === null) return 0
  const parameters = sqlParameters()
  const job = parameters.bind(params.jobId)
  const { rowCount } = await client.query(
    `INSERT INTO bulk_target (job_id, thread_uid)
     SELECT ${job}::uuid, t.uid FROM thread t WHERE ${threadConditions(params, parameters).join(' AND ')}`,
    parameters.values,
  )
  return rowCount ?? 0
}

/** The next targets behind a uid: those whose turn has not come (null), or those that an operation has changed. */
export async function nextTargets(
  client: PoolClient,
  params: { jobId: string; outcome: 'done' | null; afterUid: string | null; limit: number },
): Promise<{ uid: string; before: string | null }[]> {
  const { rows } = await client.query<{ uid: string; before: string | null }>(
    `SELECT thread_uid AS uid, before FROM bulk_target
     WHERE job_id = $1 AND outcome IS NOT DISTINCT FROM $2 AND ($3::uuid IS NULL OR thread_uid > $3)
     ORDER BY thread_uid LIMIT $4`,
    [params.jobId, params.outcome, params.afterUid, params.limit],
  )
  return rows
}

export async function settleTargets(
  client: PoolClient,
  { jobId, targets }: { jobId: string; targets: readonly SettledTarget[] },
): Promise<void> {
  await client.query(
    `UPDATE bulk_target b SET outcome = s.outcome, before = s.before
     FROM unnest($2::uuid[], $3::text[], $4::text[]) AS s(uid, outcome, before)
     WHERE b.job_id = $1 AND b.thread_uid = s.uid`,
    [jobId, targets.map(({ uid }) => uid), targets.map(({ outcome }) => outcome), targets.map(({ before }) => before)],
  )
}

export async function countTargets(
  client: PoolClient,
  { jobId, outcome }: { jobId: string; outcome: TargetOutcome },
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM bulk_target WHERE job_id = $1 AND outcome = $2',
    [jobId, outcome],
  )
  return rows[0]?.count ?? 0
}

/** Forgets what can be taken back no longer. */
export async function removeOldTargets(client: PoolClient): Promise<void> {
  await client.query(
    `DELETE FROM bulk_target b USING job j
     WHERE j.id = b.job_id AND j.created_at < now() - interval '${BULK_KEPT_DAYS} days'`,
  )
}
