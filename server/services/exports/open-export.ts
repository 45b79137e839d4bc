import { assertAccess } from '../../auth/permissions'
import { LociError, notFound } from '../../errors'
import type { ExportFormat } from '../../schemas/exports'
import { appendAuditEvent } from '../../store/audit'
import { findExportPart } from '../../store/exports'
import { findJobInput } from '../../store/jobs'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import type { ExportFile } from './export-file'
import { EXPORT, exportedFormat } from './export-work'
import { EXPORT_ACCESS } from './start-export'

const kinds: Record<ExportFormat, { ending: string; contentType: string }> = {
  'loci-jsonl': { ending: 'jsonl', contentType: 'application/x-ndjson' },
  'openai-jsonl': { ending: 'openai.jsonl', contentType: 'application/x-ndjson' },
  csv: { ending: 'csv', contentType: 'text/csv' },
}

/**
 * What an export wrote, part by part, for whoever may see its job. Each time it is opened stands in the audit log.
 *
 * @throws NOT_FOUND for a job of another key, one that is no export, and one whose parts are gone; CONFLICT while it runs
 */
export async function openExport(ctx: ServiceContext, id: string): Promise<ExportFile> {
  assertAccess(ctx.principal, EXPORT_ACCESS)
  const job = await getJob(ctx, { id })
  const pool = ctx.database.pools.application
  const noted = await findJobInput(pool, id)
  if (job.kind !== EXPORT || !noted) throw notFound('export')
  if (job.state === 'running' || job.state === 'queued') throw new LociError('CONFLICT', 'The export is not ready yet.')
  const partOf = (number: number) =>
    withReach(pool, { kind: 'all' }, ({ client }) => findExportPart(client, { jobId: id, number }))
  const first = await partOf(0)
  if (first === null && !isEmpty(job.result)) throw notFound('export')
  await withReach(pool, { kind: 'all' }, ({ client }) =>
    appendAuditEvent(client, ctx, { action: 'exports.fetch', objectKind: 'job', objectId: id }),
  )
  const { ending, contentType } = kinds[exportedFormat(noted.input)]
  return {
    name: `loci-${job.createdAt.slice(0, 10)}-${id.slice(-8)}.${ending}`,
    contentType,
    parts: (async function* () {
      let text = first
      for (let number = 1; text !== null; number += 1) {
        yield text
        text = await partOf(number)
      }
    })(),
  }
}

/** Of a finished export of no thread at all; a dry run has nothing to fetch. */
function isEmpty(result: unknown): boolean {
  const facts = typeof result === 'object' && result !== null ? result : {}
  return 'threads' in facts && facts.threads === 0 && 'path' in facts && facts.path !== null
}
