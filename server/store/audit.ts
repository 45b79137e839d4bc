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

/** The same for many, one after the other, in one round trip. Give them in the order of their tenants. */
export async function appendAuditEvents(
  client: Pick<PoolClient, 'query'>,
  by: { principal: Principal; requestId?: string | undefined },
  events: readonly AuditEvent[],
): Promise<void> {
  const { principal } = by
  await client.query(
    `SELECT loci_audit(e.tenant, $1, $2, e.action, e.kind, e.id, e.outcome, e.details, $3)
     FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       AS e(tenant, action, kind, id, outcome, details)`,
    [
      principal.kind,
      actorId(principal),
      by.requestId ?? null,
      events.map(({ tenant }) => tenant ?? ''),
      events.map(({ action }) => action),
      events.map(({ objectKind }) => objectKind),
      events.map(({ objectId }) => objectId),
      events.map(({ outcome }) => outcome ?? 'done'),
      events.map(({ details }) => JSON.stringify(details ?? {})),
    ],
  )
}

function actorId(principal: Principal): string {
  return principal.kind === 'key' || principal.kind === 'operator' ? principal.id : principal.kind
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
    actorId(principal),
    event.action,
    event.objectKind,
    event.objectId,
    event.outcome ?? 'done',
    JSON.stringify(event.details ?? {}),
    by.requestId ?? null,
  ])
}
