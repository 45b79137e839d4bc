import type { PoolClient } from 'pg'
import type { ThreadKey } from './thread-rows'

/** The tags of many threads in one statement, by uid; a thread without tags is absent. */
export async function tagsOfThreads(
  client: PoolClient,
  threads: readonly ThreadKey[],
): Promise<Map<string, Record<string, string>>> {
  if (threads.length === 0) return new Map()
  const { rows } = await client.query<{ uid: string; pairs: [string, string][] }>(
    `SELECT thread_uid AS uid, json_agg(json_build_array(key, value) ORDER BY key) AS pairs FROM thread_tag
     WHERE (tenant, scope_id, thread_uid) IN (SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[]))
     GROUP BY thread_uid`,
    keyColumns(threads),
  )
  return new Map(rows.map(({ uid, pairs }) => [uid, Object.fromEntries(pairs)]))
}

/** Sets tags on many threads; a key that a thread has already gets the new value. */
export async function addTags(
  client: PoolClient,
  params: { threads: readonly ThreadKey[]; tags: Readonly<Record<string, string>> },
): Promise<void> {
  const keys = Object.keys(params.tags)
  if (keys.length === 0 || params.threads.length === 0) return
  await client.query(
    `INSERT INTO thread_tag (tenant, scope_id, thread_uid, key, value)
     SELECT t.tenant, t.scope_id, t.uid, p.key, p.value
     FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS t(tenant, scope_id, uid), unnest($4::text[], $5::text[]) AS p(key, value)
     ON CONFLICT (tenant, scope_id, thread_uid, key) DO UPDATE SET value = excluded.value`,
    [...keyColumns(params.threads), keys, Object.values(params.tags)],
  )
}

/** Takes tags off many threads, by key; null takes all. */
export async function removeTags(
  client: PoolClient,
  params: { threads: readonly ThreadKey[]; keys: readonly string[] | null },
): Promise<void> {
  if (params.keys?.length === 0 || params.threads.length === 0) return
  await client.query(
    `DELETE FROM thread_tag
     WHERE (tenant, scope_id, thread_uid) IN (SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[]))
       AND ($4::text[] IS NULL OR key = ANY ($4::text[]))`,
    [...keyColumns(params.threads), params.keys],
  )
}

/** Threads as three arrays for `unnest`. */
export function keyColumns(threads: readonly ThreadKey[]): [string[], string[], string[]] {
  return [threads.map(({ tenant }) => tenant), threads.map(({ scopeId }) => scopeId), threads.map(({ uid }) => uid)]
}
