import { z } from 'zod'
import type { AuditEventView, ListAuditInput, ListAuditOutput } from '../../schemas/audit'
import { type ListedEvent, listAuditEvents } from '../../store/audit-list'
import { withReach } from '../../store/reach'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { readCursor, signCursor } from '../page-cursor'
import { seenTenants } from './seen-tenants'

const Position = z.object({ at: z.coerce.date(), tenant: z.string(), number: z.int() })

/** One page of the audit log that the caller sees, newest first. */
export async function listEvents(
  ctx: ServiceContext,
  { limit, cursor, ...filters }: z.output<typeof ListAuditInput>,
): Promise<z.infer<typeof ListAuditOutput>> {
  const tenants = seenTenants(ctx.principal)
  const list = { list: 'audit', filters, tenants }
  const behind = readCursor(ctx.signer, { list, cursor, position: Position })
  const found = await withReach(ctx.database.pools.application, callerReach(ctx.principal), ({ client }) =>
    listAuditEvents(client, { filters, tenants, behind, limit: limit + 1 }),
  )
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return { items: page.map(eventView), nextCursor: last ? signCursor(ctx.signer, list, positionOf(last)) : null }
}

function positionOf({ at, view: { tenant, number } }: ListedEvent): unknown {
  return { at: at.toISOString(), tenant, number }
}

/** A line as it is told. */
export function eventView({ at, view, details }: ListedEvent): AuditEventView {
  return { ...view, at: at.toISOString(), details: readDetails(details) }
}

/** Written by those who append lines, from plain values; a line that somebody has changed may hold anything. */
function readDetails(text: string): AuditEventView['details'] {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as AuditEventView['details']) : {}
  } catch {
    return {}
  }
}
