import type { PoolClient } from 'pg'

/** Whose data goes. All functions here need the reach 'all'. */
export interface ErasedSubject {
  readonly tenant: string
  readonly subject: string
  readonly scopeId: string
  /** The erasure's own job, which keeps the uids of threads that are gone; null while it is only thought of. */
  readonly jobId: string | null
}

/** Rows of each table that hold something of a subject. */
export type Places = Record<string, number>

/** Jobs whose results may name threads of everything that they looked at. */
const LOOKING = ['export', 'agents-impact', 'threads-duplicates']

/** The uids of a subject's threads, those that are gone already too. $1 tenant, $2 scope, $3 the erasure's job. */
const UIDS = `(SELECT t.uid FROM thread t WHERE t.tenant = $1 AND t.scope_id = $2::uuid
  UNION SELECT b.thread_uid FROM bulk_target b WHERE b.job_id = $3::uuid)`

const A_UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Jobs that were told of the subject ($4, $5: how their orders spell it), or name one of its threads. */
const ABOUT = `(j.id IS DISTINCT FROM $3::uuid AND (position($4 IN j.input || ' ' || coalesce(j.result, '')) > 0
  OR position($5 IN j.input) > 0
  OR EXISTS (SELECT 1 FROM regexp_matches(j.input || ' ' || coalesce(j.result, ''), '${A_UUID}', 'g') AS m(found)
             WHERE m.found[1]::uuid IN (SELECT uid FROM of_subject))))`

/** Jobs that looked at more than the subject, and at it too ($6: its tenant in an order, $7 as a text in a list). */
const COVERS = `(position('"reach":{"kind":"all"}' IN j.input) > 0 OR position($6 IN j.input) > 0
  OR position('"reach":{' IN j.input) = 0
  OR (position('"reach":{"kind":"tenants"' IN j.input) > 0 AND position($7 IN j.input) > 0))`

/** Names all parameters, so that each statement may use some of them. */
const WITH = `WITH given AS (SELECT $4::text, $5::text, $6::text, $7::text), of_subject AS MATERIALIZED ${UIDS}`

function valuesOf({ tenant, subject, scopeId, jobId }: ErasedSubject): unknown[] {
  const spelled = JSON.stringify({ tenant, subject }).slice(1, -1)
  return [
    tenant,
    scopeId,
    jobId,
    spelled,
    // A search for its name tells of it; '' is everybody's.
    subject === '' ? spelled : `"text":${JSON.stringify(subject)}`,
    `"reach":${JSON.stringify({ kind: 'tenant', tenant })}`,
    JSON.stringify(tenant),
  ]
}

/** Tables whose rows hang on a scope, from the catalog, so that one that is added later counts too. */
async function scopeTables(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'scope_id' AND NOT a.attisdropped
     ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** How many rows of which table hold something of a subject now; tables with none are there with 0. */
export async function countPlaces(client: PoolClient, of: ErasedSubject): Promise<Places> {
  const places: Places = {}
  for (const table of await scopeTables(client)) {
    places[table] = await count(
      client,
      `SELECT count(*)::int AS count FROM "${table}" WHERE tenant = $1 AND scope_id = $2`,
      [of.tenant, of.scopeId],
    )
  }
  places.scope = await count(client, 'SELECT count(*)::int AS count FROM scope WHERE tenant = $1 AND id = $2', [
    of.tenant,
    of.scopeId,
  ])
  const values = valuesOf(of)
  const { rows } = await client.query<{ job: number; export_part: number; import_part: number; bulk_target: number }>(
    `${WITH}, about AS MATERIALIZED (SELECT j.id FROM job j WHERE ${ABOUT})
     SELECT (SELECT count(*)::int FROM about) AS job,
       (SELECT count(*)::int FROM export_part p JOIN job j ON j.id = p.job_id
        WHERE p.job_id IN (SELECT id FROM about) OR ${COVERS}) AS export_part,
       (SELECT count(*)::int FROM import_part p WHERE p.job_id IN (SELECT id FROM about)) AS import_part,
       (SELECT count(*)::int FROM bulk_target b
        WHERE b.job_id IS DISTINCT FROM $3::uuid AND b.thread_uid IN (SELECT uid FROM of_subject)) AS bulk_target`,
    values,
  )
  Object.assign(places, rows[0])
  places.api_key = await count(
    client,
    `SELECT count(*)::int AS count FROM api_key WHERE reach = 'scope' AND tenant = $1 AND subject = $2`,
    [of.tenant, of.subject],
  )
  places.legal_hold = await count(
    client,
    'SELECT count(*)::int AS count FROM legal_hold WHERE tenant = $1 AND subject = $2',
    [of.tenant, of.subject],
  )
  places.saved_view = (await filtersNaming(client, 'saved_view', of)).length
  places.review_queue = (await filtersNaming(client, 'review_queue', of)).length
  for (const queue of await queueTables(client)) {
    places[queue] = await count(client, `SELECT count(*)::int AS count FROM ${queue} WHERE data ->> 'scopeId' = $1`, [
      of.scopeId,
    ])
  }
  return places
}

/** Removes what of a subject hangs on no scope: jobs, files, keys, filters, waiting work. Its threads have to be gone. */
export async function removeBesides(client: PoolClient, of: ErasedSubject): Promise<void> {
  const values = valuesOf(of)
  // They would still write of what they have read.
  await client.query(
    `${WITH} UPDATE job j SET state = 'failed', finished_at = now(), updated_at = now(),
       error = 'A subject was erased while it ran. Start it again.'
     WHERE j.state = 'running' AND j.kind = ANY ('{${LOOKING.join()}}') AND ${COVERS}`,
    values,
  )
  await client.query(`${WITH} DELETE FROM job j WHERE ${ABOUT}`, values)
  await client.query(`${WITH} DELETE FROM export_part p USING job j WHERE j.id = p.job_id AND ${COVERS}`, values)
  await client.query(
    `DELETE FROM bulk_target b WHERE b.job_id <> $1
       AND b.thread_uid IN (SELECT own.thread_uid FROM bulk_target own WHERE own.job_id = $1)`,
    [of.jobId],
  )
  await client.query(`DELETE FROM api_key WHERE reach = 'scope' AND tenant = $1 AND subject = $2`, [
    of.tenant,
    of.subject,
  ])
  await client.query('DELETE FROM legal_hold WHERE tenant = $1 AND subject = $2', [of.tenant, of.subject])
  for (const table of ['saved_view', 'review_queue'] as const) {
    await client.query(`DELETE FROM ${table} WHERE id = ANY ($1::uuid[])`, [await filtersNaming(client, table, of)])
  }
  for (const queue of await queueTables(client)) {
    await client.query(`DELETE FROM ${queue} WHERE data ->> 'scopeId' = $1`, [of.scopeId])
  }
}

/** Lines of the audit log that name its threads or itself; they stay. */
export async function countAuditLines(client: PoolClient, of: ErasedSubject): Promise<number> {
  return count(
    client,
    `${WITH} SELECT count(*)::int AS count FROM audit_event a WHERE a.tenant IN ('', $1)
       AND (left(a.object_id, 36) IN (SELECT uid::text FROM of_subject) OR position($4 IN a.details) > 0)`,
    valuesOf(of),
  )
}

/** Saved filters that name the subject, or look for its name. */
async function filtersNaming(
  client: PoolClient,
  table: 'saved_view' | 'review_queue',
  of: Pick<ErasedSubject, 'tenant' | 'subject'>,
): Promise<string[]> {
  const column = table === 'saved_view' ? 'state' : 'filters'
  const { rows } = await client.query<{ id: string; filters: string }>(`SELECT id, ${column} AS filters FROM ${table}`)
  return rows.filter(({ filters }) => namesSubject(JSON.parse(filters), of)).map(({ id }) => id)
}

function namesSubject(value: unknown, of: Pick<ErasedSubject, 'tenant' | 'subject'>): boolean {
  if (typeof value === 'string') return of.subject !== '' && value.trim() === of.subject
  if (typeof value !== 'object' || value === null) return false
  const fields = Object.fromEntries(Object.entries(value))
  if (fields.tenant === of.tenant && fields.subject === of.subject) return true
  return ['text', 'value', 'tags', 'scope'].some((name) => namesSubject(fields[name], of)) || inList(value, of)
}

function inList(value: object, of: Pick<ErasedSubject, 'tenant' | 'subject'>): boolean {
  return Array.isArray(value) && value.some((each) => namesSubject(each, of))
}

/** Work that waits; none where the owner may not make queues. */
async function queueTables(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest('{pgboss.job,pgboss.archive}'::text[]) name WHERE to_regclass(name) IS NOT NULL`,
  )
  return rows.map(({ name }) => name)
}

async function count(client: PoolClient, text: string, values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(text, values)
  return rows[0]?.count ?? 0
}
