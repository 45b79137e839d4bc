import type { Pool, PoolClient } from 'pg'
import type { Reach } from '../auth/reach'
import { inTransaction } from './transaction'

/** A connection inside a transaction that sees exactly one reach; `scopeId` is null where the scope has no row yet. */
export interface ReachTransaction {
  client: PoolClient
  /** Set when the reach is one scope that exists. */
  scopeId: string | null
}

/**
 * Runs `work` in one transaction behind row-level security (the second wall): whatever it selects, rows outside the
 * reach do not exist for it. Commits when it resolves, rolls back when it throws.
 */
export function withReach<T>(
  pool: Pool,
  reach: Reach,
  work: (transaction: ReachTransaction) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => work({ client, scopeId: await enter(client, reach) }))
}

async function enter(client: PoolClient, reach: Reach): Promise<string | null> {
  if (reach.kind === 'scope') {
    const { rows } = await client.query<{ id: string | null }>({
      name: 'enter-scope',
      text: 'SELECT loci_enter_scope($1, $2) AS id',
      values: [reach.tenant, reach.subject],
    })
    return rows[0]?.id ?? null
  }
  if (reach.kind === 'tenants') {
    await client.query({
      name: 'enter-tenants',
      text: 'SELECT loci_enter_tenants($1::text[])',
      values: [reach.tenants],
    })
    return null
  }
  await client.query({
    name: 'enter-reach',
    text: 'SELECT loci_enter_reach($1, $2)',
    values: [reach.kind, reach.kind === 'tenant' ? reach.tenant : null],
  })
  return null
}
