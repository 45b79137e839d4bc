import type { z } from 'zod'
import { assertAgent, requireReach } from '../../auth/reach'
import type { ExportResult, StartExportInput } from '../../schemas/exports'
import type { JobView } from '../../schemas/jobs'
import { appendAuditEvent } from '../../store/audit'
import { countToExport } from '../../store/exports'
import { withReach } from '../../store/reach'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import { runJob } from '../jobs/run-job'
import { exportThreads } from './export-threads'

export const EXPORT = 'export'
/** Who may start an export, and fetch it: it is reading, and for people it is acting widely. */
export const EXPORT_ACCESS = { key: 'read', operator: 'act' } as const

/** Begins an export and answers at once; the job's result says where it is fetched. Audited, without content. */
export async function startExport(ctx: ServiceContext, input: z.output<typeof StartExportInput>): Promise<JobView> {
  const { scope, scopePattern, agentName, dryRun } = input
  const reach = requireReach(ctx.principal, { scope, scopePattern })
  assertAgent(ctx.principal, agentName)
  const filter = { ...input.filters, agentName, deleted: false }
  const { pools } = ctx.database
  const { threads, messages } = await withReach(pools.background, reach, ({ client, scopeId }) =>
    countToExport(client, { reach, scopeId, filter }),
  )
  const counted: ExportResult = { threads, messages, characters: 0, path: null }
  const id = await runJob(ctx, {
    kind: EXPORT,
    total: threads,
    work: async (progress, jobId) => (dryRun ? counted : await exportThreads(ctx, { jobId, reach, filter, progress })),
  })
  await inTransaction(pools.application, (client) =>
    appendAuditEvent(client, ctx, {
      tenant: reach.kind === 'all' ? '' : reach.tenant,
      action: 'exports.start',
      objectKind: 'job',
      objectId: id,
      details: { reach: reach.kind, threads, messages, dryRun },
    }),
  )
  return getJob(ctx, { id })
}
