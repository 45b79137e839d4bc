import type { PoolClient } from 'pg'
import type { Principal } from '../auth/principal'

/** One line of the audit log: what was done to which object. Never content, titles or secrets. */
export interface AuditEvent {
  /** Tenant of the object; '' (the default) for what belongs to the installation. */
  tenant?: string
  /** Such as `threads.delete`. */
  action: string
  objectKind: string
  objectId: string
  /** `done` unless said otherwise. */
  outcome?: 'done' | 'refused'
  details?: Readonly<Record<string, unknown>>
}

/**
 * Appends in the transaction of the change itself, with who made it and in which request. Writers of one tenant wait for
 * each other until they commit, so it comes late in a transaction.
 */
export async function appendAuditEvent(
  client: Pick<PoolClient, 'query'>,
  by: { principal: Principal; requestId?: string | undefined },
  event: AuditEvent,
): Promise<void> {
  const { principal } = by
  await client.query('SELECT loci_audit($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    event.tenant ?? '',
    principal.kind,
    principal.kind === 'key' || principal.kind === 'operator' ? principal.id : principal.kind,
    event.action,
    event.objectKind,
    event.objectId,
    event.outcome ?? 'done',
    JSON.stringify(event.details ?? {}),
    by.requestId ?? null,
  ])
}
