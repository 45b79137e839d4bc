import { assertAccess } from '../../auth/permissions'
import { LociError } from '../../errors'
import { type AuditEventView, AuditFilters } from '../../schemas/audit'
import { appendAuditEvent } from '../../store/audit'
import { type ListedEvent, listAuditEvents } from '../../store/audit-list'
import { withReach } from '../../store/reach'
import { inTransaction } from '../../store/transaction'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import type { ExportFile } from '../exports/export-file'
import { AUDIT_CSV_START, auditCsvLine } from './audit-csv'
import { eventView } from './list-events'
import { seenTenants } from './seen-tenants'

/** Lines that one statement reads. */
const PAGE = 1_000

/** A line with its seal, so that a later check can be held against the file. */
export type ExportedEvent = Omit<AuditEventView, 'isThere'> & { hash: string }

const kinds = {
  ndjson: {
    contentType: 'application/x-ndjson',
    start: '',
    lineOf: (event: ExportedEvent) => `${JSON.stringify(event)}\n`,
  },
  csv: { contentType: 'text/csv', start: AUDIT_CSV_START, lineOf: auditCsvLine },
}

/**
 * The lines of the audit log that match, the newest first, read page by page while they are sent. That it was exported
 * stands in the log itself.
 *
 * @throws FORBIDDEN for whoever may not see the log; INVALID_INPUT for a filter that there is not
 */
export async function exportAudit(
  ctx: ServiceContext,
  { format, search }: { format: keyof typeof kinds; search: string },
): Promise<ExportFile> {
  assertAccess(ctx.principal, { key: null, operator: 'audit' })
  const read = AuditFilters.safeParse(Object.fromEntries(new URLSearchParams(search)))
  if (!read.success) throw new LociError('INVALID_INPUT', 'There is no such filter of the audit log.')
  const filters = read.data
  const pool = ctx.database.pools.background
  await inTransaction(pool, (client) =>
    appendAuditEvent(client, ctx, {
      action: 'audit.export',
      objectKind: 'audit',
      objectId: '',
      details: { format, filters: { ...filters } },
    }),
  )
  const tenants = seenTenants(ctx.principal)
  const pageBehind = (behind: ListedEvent | undefined) =>
    withReach(pool, callerReach(ctx.principal), ({ client }) => {
      const place = behind ? { at: behind.at, tenant: behind.view.tenant, number: behind.view.number } : null
      return listAuditEvents(client, { filters, tenants, behind: place, limit: PAGE })
    })
  const { contentType, start, lineOf } = kinds[format]
  return {
    name: `loci-audit-${new Date().toISOString().slice(0, 10)}.${format}`,
    contentType,
    parts: (async function* () {
      if (start !== '') yield start
      let last: ListedEvent | undefined
      do {
        const page = await pageBehind(last)
        if (page.length > 0) yield page.map((event) => lineOf(exported(event))).join('')
        last = page.length === PAGE ? page.at(-1) : undefined
      } while (last !== undefined)
    })(),
  }
}

function exported(event: ListedEvent): ExportedEvent {
  const { isThere: _isThere, ...view } = eventView(event)
  return { ...view, hash: event.hash }
}
