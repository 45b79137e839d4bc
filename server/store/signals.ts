import type { PoolClient } from 'pg'
import { SIGNALS, type Signal } from '../../memory/signals'
import type { ThreadKey } from './thread-rows'

/** The signals of many threads in one statement, by uid, in the order of SIGNALS; a thread without any is absent. */
export async function signalsOfThreads(
  client: PoolClient,
  threads: readonly ThreadKey[],
): Promise<Map<string, Signal[]>> {
  if (threads.length === 0) return new Map()
  const { rows } = await client.query<{ uid: string; signals: string[] }>(
    `SELECT thread_uid AS uid, array_agg(signal) AS signals FROM thread_signal
     WHERE (tenant, scope_id, thread_uid) IN (SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[]))
     GROUP BY thread_uid`,
    [threads.map(({ tenant }) => tenant), threads.map(({ scopeId }) => scopeId), threads.map(({ uid }) => uid)],
  )
  return new Map(rows.map(({ uid, signals }) => [uid, SIGNALS.filter((signal) => signals.includes(signal))]))
}
