import type { SummaryReason } from '../schemas/summaries'
import type { ThreadKey } from './thread-rows'
import type { Queryable } from './window-rows'

/** Why a thread has no newer summary, and whether one is being made. */
export interface StoredSummaryState {
  reason: SummaryReason | null
  /** Attempts that failed since the last one that did not. */
  attempts: number
  retryAt: Date | null
  isRunning: boolean
}

const OF_THREAD = 's.tenant = $1 AND s.scope_id = $2 AND s.thread_uid = $3'

function keyOf({ tenant, scopeId, uid }: ThreadKey): [string, string, string] {
  return [tenant, scopeId, uid]
}

export async function summaryState(client: Queryable, thread: ThreadKey): Promise<StoredSummaryState | null> {
  const { rows } = await client.query<StoredSummaryState>({
    name: 'summary-state',
    text: `SELECT s.reason, s.attempts, s.retry_at AS "retryAt", coalesce(s.leased_until > now(), false) AS "isRunning"
      FROM summary_state s WHERE ${OF_THREAD}`,
    values: keyOf(thread),
  })
  return rows[0] ?? null
}

export interface LeaseParams {
  leaseId: string
  /** How long nobody else begins. */
  leaseMs: number
  /** A person asked: an earlier failure is no reason to wait. */
  now: boolean
}

/**
 * Takes the right to summarise a thread, or says for how many ms somebody else has it (`busy`), or how long to wait after
 * a failure (`waiting`). The thread must be there.
 */
export async function takeLease(
  client: Queryable,
  thread: ThreadKey,
  { leaseId, leaseMs, now }: LeaseParams,
): Promise<{ kind: 'taken' } | { kind: 'busy' | 'waiting'; afterMs: number }> {
  const { rowCount } = await client.query(
    `INSERT INTO summary_state AS s (tenant, scope_id, thread_uid, lease_id, leased_until)
     VALUES ($1, $2, $3, $4, now() + $5 * interval '1 ms')
     ON CONFLICT (tenant, scope_id, thread_uid) DO UPDATE
       SET lease_id = excluded.lease_id, leased_until = excluded.leased_until, updated_at = now()
       WHERE (s.leased_until IS NULL OR s.leased_until <= now()) AND ($6 OR s.retry_at IS NULL OR s.retry_at <= now())`,
    [...keyOf(thread), leaseId, leaseMs, now],
  )
  if (rowCount === 1) return { kind: 'taken' }
  const { rows } = await client.query<{ busyMs: number | null; waitingMs: number | null }>(
    `SELECT (extract(epoch FROM s.leased_until - now()) * 1000)::float8 AS "busyMs",
       (extract(epoch FROM s.retry_at - now()) * 1000)::float8 AS "waitingMs" FROM summary_state s WHERE ${OF_THREAD}`,
    keyOf(thread),
  )
  const { busyMs = null, waitingMs = null } = rows[0] ?? {}
  if (busyMs !== null && busyMs > 0) return { kind: 'busy', afterMs: Math.ceil(busyMs) }
  return { kind: 'waiting', afterMs: Math.max(0, Math.ceil(waitingMs ?? 0)) }
}

/** Holds the lease longer; false when it has passed to somebody else. */
export async function extendLease(
  client: Queryable,
  thread: ThreadKey,
  { leaseId, leaseMs }: Omit<LeaseParams, 'now'>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE summary_state s SET leased_until = now() + $5 * interval '1 ms' WHERE ${OF_THREAD} AND s.lease_id = $4`,
    [...keyOf(thread), leaseId, leaseMs],
  )
  return rowCount === 1
}

/** Gives the lease back, if it is still this one's. */
export async function releaseLease(client: Queryable, thread: ThreadKey, leaseId: string): Promise<void> {
  await client.query(
    `UPDATE summary_state s SET lease_id = NULL, leased_until = NULL WHERE ${OF_THREAD} AND s.lease_id = $4`,
    [...keyOf(thread), leaseId],
  )
}

/** One more attempt that failed; answers how many there were in a row. `retryMs` says how long to wait after so many. */
export async function recordFailure(
  client: Queryable,
  thread: ThreadKey,
  failure: { leaseId: string; reason: SummaryReason; firstRetryMs: number; longestRetryMs: number },
): Promise<{ attempts: number; afterMs: number } | null> {
  const { rows } = await client.query<{ attempts: number; afterMs: number }>(
    `UPDATE summary_state s SET reason = $5, attempts = s.attempts + 1, lease_id = NULL, leased_until = NULL, updated_at = now(),
       retry_at = now() + least($7::float8, $6::float8 * 2 ^ least(s.attempts, 30)) * interval '1 ms'
     WHERE ${OF_THREAD} AND s.lease_id = $4
     RETURNING s.attempts, (extract(epoch FROM s.retry_at - now()) * 1000)::float8 AS "afterMs"`,
    [...keyOf(thread), failure.leaseId, failure.reason, failure.firstRetryMs, failure.longestRetryMs],
  )
  return rows[0] ?? null
}

/** A reason that no attempt changes: it holds until the settings do, so nothing waits for it. */
export async function recordReason(client: Queryable, thread: ThreadKey, reason: SummaryReason | null): Promise<void> {
  await client.query(
    `INSERT INTO summary_state AS s (tenant, scope_id, thread_uid, reason) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant, scope_id, thread_uid) DO UPDATE SET reason = excluded.reason, attempts = 0, retry_at = NULL, updated_at = now()
       WHERE s.reason IS DISTINCT FROM excluded.reason`,
    [...keyOf(thread), reason],
  )
}
