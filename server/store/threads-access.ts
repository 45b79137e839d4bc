import type { Pool } from 'pg'
import { withReach } from './reach'

export interface Touch {
  readonly tenant: string
  readonly scopeId: string
  readonly uid: string
  readonly at: Date
}

/** Moves `accessedAt` forward. Threads that are being written just now are passed over; their turn comes again. */
export async function moveAccessedAt(pool: Pool, touches: readonly Touch[]): Promise<void> {
  await withReach(pool, { kind: 'all' }, ({ client }) =>
    client.query({
      name: 'move-accessed-at',
      text: `WITH free AS (
          SELECT t.tenant, t.scope_id, t.uid, n.at
          FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::timestamptz[]) AS n(tenant, scope_id, uid, at)
          JOIN thread t ON t.tenant = n.tenant AND t.scope_id = n.scope_id AND t.uid = n.uid
          WHERE t.accessed_at < n.at AND t.deleted_at IS NULL
          FOR NO KEY UPDATE OF t SKIP LOCKED)
        UPDATE thread t SET accessed_at = free.at FROM free
        WHERE t.tenant = free.tenant AND t.scope_id = free.scope_id AND t.uid = free.uid`,
      values: [
        touches.map((touch) => touch.tenant),
        touches.map((touch) => touch.scopeId),
        touches.map((touch) => touch.uid),
        touches.map((touch) => touch.at),
      ],
    }),
  )
}
