import { z } from 'zod'
import { LociError } from '../../errors'
import { ExportFormat, type ExportResult } from '../../schemas/exports'
import { countToExport } from '../../store/exports'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'
import type { JobProgress } from '../jobs/run-job'
import { StoredReach, StoredThreadFilter } from '../jobs/stored-order'
import { exportThreads } from './export-threads'

export const EXPORT = 'export'

/** What an export was told to do, as its job keeps it. */
const ExportOrder = z.object({
  format: ExportFormat,
  reach: StoredReach,
  filter: StoredThreadFilter,
  dryRun: z.boolean(),
})
export type ExportOrder = z.infer<typeof ExportOrder>

/** @throws CONFLICT for a job of a time in which orders were not kept */
export function readExportOrder(input: string): ExportOrder {
  const read = ExportOrder.safeParse(JSON.parse(input))
  if (!read.success) throw new LociError('CONFLICT', 'What this job was told is not known: start the export again.')
  return read.data
}

const Format = z.object({ format: ExportFormat.default('loci-jsonl') })

/** In which form it wrote; in that of a time when there was one, where nothing is said. */
export function exportedFormat(input: string): ExportFormat {
  return Format.parse(JSON.parse(input)).format
}

export function countOrder(ctx: ServiceContext, { reach, filter }: ExportOrder) {
  return withReach(ctx.database.pools.background, reach, ({ client, scopeId }) =>
    countToExport(client, { reach, scopeId, filter }),
  )
}

/** Repeatable: another attempt writes the whole file anew. */
export async function exportWork(
  ctx: ServiceContext,
  { order, jobId, progress }: { order: ExportOrder; jobId: string; progress: JobProgress },
): Promise<ExportResult> {
  const { format, reach, filter, dryRun } = order
  if (!dryRun) return exportThreads(ctx, { jobId, reach, filter, format, progress })
  return { ...(await countOrder(ctx, order)), characters: 0, path: null }
}
