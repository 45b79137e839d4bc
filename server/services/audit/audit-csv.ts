import { CSV_START, csvLine } from '../exports/csv-line'
import type { ExportedEvent } from './export-audit'

const COLUMNS = [
  'tenant',
  'number',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'actor_email',
  'action',
  'object_kind',
  'object_id',
  'object_name',
  'outcome',
  'details',
  'request_id',
  'hash',
] as const

/** How the table begins. */
export const AUDIT_CSV_START = CSV_START + csvLine(COLUMNS)

/** One line of the log as a row; no cell of it is a formula. */
export function auditCsvLine(event: ExportedEvent): string {
  return csvLine([
    event.tenant,
    event.number,
    event.at,
    event.actorKind,
    event.actorId,
    event.actorName,
    event.actorEmail,
    event.action,
    event.objectKind,
    event.objectId,
    event.objectName,
    event.outcome,
    JSON.stringify(event.details),
    event.requestId,
    event.hash,
  ])
}
