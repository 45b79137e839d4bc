import type { PoolClient } from 'pg'
import type { ErasedSubject } from './erasure-places'

/** The row of a subject's scope; null where nothing of it is stored. */
export async function findScopeId(
  client: PoolClient,
  { tenant, subject }: { tenant: string; subject: string },
): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM scope WHERE tenant = $1 AND subject = $2', [
    tenant,
    subject,
  ])
  return rows[0]?.id ?? null
}

/** A subject's threads and what they hold, the trash included. */
export async function countSubject(
  client: PoolClient,
  { tenant, scopeId }: Pick<ErasedSubject, 'tenant' | 'scopeId'>,
): Promise<{ threads: number; inTrash: number; forks: number }> {
  const { rows } = await client.query<{ threads: number; inTrash: number; forks: number }>(
    `SELECT count(*)::int AS threads, count(deleted_at)::int AS "inTrash", count(parent_uid)::int AS forks
     FROM thread WHERE tenant = $1 AND scope_id = $2`,
    [tenant, scopeId],
  )
  return rows[0] ?? { threads: 0, inTrash: 0, forks: 0 }
}

/** A job of these kinds that works on the subject at this moment. */
export async function isWorkedOn(
  client: PoolClient,
  { tenant, subject }: { tenant: string; subject: string },
): Promise<string | null> {
  const { rows } = await client.query<{ kind: string }>(
    `SELECT kind FROM job WHERE state = 'running' AND kind IN ('import', 'erasure') AND position($1 IN input) > 0 LIMIT 1`,
    [JSON.stringify({ tenant, subject }).slice(1, -1)],
  )
  return rows[0]?.kind ?? null
}

/** Notes the threads that are there, so that they are known when they are gone; answers how many. */
export async function noteThreads(client: PoolClient, of: ErasedSubject): Promise<number> {
  const { rowCount } = await client.query(
    `INSERT INTO bulk_target (job_id, thread_uid) SELECT $3, uid FROM thread WHERE tenant = $1 AND scope_id = $2
     ON CONFLICT DO NOTHING`,
    [of.tenant, of.scopeId, of.jobId],
  )
  return rowCount ?? 0
}

/** Removes at most `limit` of its threads for good, with what hangs on them; answers how many went. */
export async function removeThreads(
  client: PoolClient,
  { tenant, scopeId, limit }: Pick<ErasedSubject, 'tenant' | 'scopeId'> & { limit: number },
): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM thread WHERE (tenant, scope_id, uid) IN (
       SELECT tenant, scope_id, uid FROM thread WHERE tenant = $1 AND scope_id = $2 LIMIT $3 FOR UPDATE)`,
    [tenant, scopeId, limit],
  )
  return rowCount ?? 0
}

/**
 * Removes what is left of a scope, and the scope itself, with what somebody has written into it meanwhile. Whoever writes a
 * moment later makes it anew.
 */
export async function removeScope(client: PoolClient, of: ErasedSubject): Promise<void> {
  const key = [of.tenant, of.scopeId]
  await client.query('SELECT 1 FROM scope WHERE tenant = $1 AND id = $2 FOR UPDATE', key)
  await noteThreads(client, of)
  await client.query('DELETE FROM thread WHERE tenant = $1 AND scope_id = $2', key)
  await client.query('DELETE FROM lineage WHERE tenant = $1 AND scope_id = $2', key)
  await client.query('DELETE FROM scope WHERE tenant = $1 AND id = $2', key)
}

/** What the erasure's job says of itself afterwards, in place of whom it was told to erase. */
export async function forgetOrder(
  client: PoolClient,
  { jobId, input }: { jobId: string; input: string },
): Promise<void> {
  await client.query('UPDATE job SET input = $2 WHERE id = $1', [jobId, input])
  await client.query('DELETE FROM bulk_target WHERE job_id = $1', [jobId])
}

/** A receipt as it is stored; `places` is JSON text. */
export interface ReceiptRow {
  tenant: string
  id: string
  subjectHash: string
  requestedAt: Date
  erasedAt: Date
  erasedBy: string
  places: string
  auditLines: number
  proof: string
}

const COLUMNS = `tenant, id, subject_hash AS "subjectHash", requested_at AS "requestedAt", erased_at AS "erasedAt",
  erased_by AS "erasedBy", places, audit_lines AS "auditLines", proof`

export async function insertReceipt(client: PoolClient, receipt: ReceiptRow): Promise<void> {
  await client.query(
    `INSERT INTO erasure_receipt (tenant, id, subject_hash, requested_at, erased_at, erased_by, places, audit_lines, proof)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      receipt.tenant,
      receipt.id,
      receipt.subjectHash,
      receipt.requestedAt,
      receipt.erasedAt,
      receipt.erasedBy,
      receipt.places,
      receipt.auditLines,
      receipt.proof,
    ],
  )
}

/** The newest receipts in the reach before an id; of one subject where its hash is given. */
export async function listReceipts(
  client: PoolClient,
  params: { subjectHash: string | null; before: string | null; limit: number },
): Promise<ReceiptRow[]> {
  const { rows } = await client.query<ReceiptRow>(
    `SELECT ${COLUMNS} FROM erasure_receipt
     WHERE ($1::text IS NULL OR subject_hash = $1) AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [params.subjectHash, params.before, params.limit],
  )
  return rows
}
