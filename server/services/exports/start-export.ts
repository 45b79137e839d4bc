import type { z } from 'zod'
import { assertAgent, requireReach, tenantOf } from '../../auth/reach'
import type { StartExportInput } from '../../schemas/exports'
import type { JobView } from '../../schemas/jobs'
import { appendAuditEvent } from '../../store/audit'
import type { ThreadFilter } from '../../store/threads-filter'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import { runJob } from '../jobs/run-job'
import { countOrder, EXPORT, type ExportOrder, exportWork } from './export-work'

/** Who may start an export, and fetch it: it is reading, and for people it is acting widely. */
export const EXPORT_ACCESS = { key: 'read', operator: 'act' } as const

/** Begins an export and answers at once; the job's result says where it is fetched. Audited, without content. */
export async function startExport(ctx: ServiceContext, input: z.output<typeof StartExportInput>): Promise<JobView> {
  const { format, scope, scopePattern, agentName, dryRun } = input
  const reach = requireReach(ctx.principal, { scope, scopePattern })
  assertAgent(ctx.principal, agentName)
  const order: ExportOrder = { format, reach, filter: { ...input.filters, agentName, deleted: false }, dryRun }
  const { threads, messages } = await countOrder(ctx, order)
  const id = await runJob(ctx, {
    kind: EXPORT,
    total: threads,
    input: JSON.stringify(order),
    work: (progress, jobId) => exportWork(ctx, { order, jobId, progress }),
  })
  await inTransaction(ctx.database.pools.application, (client) =>
    appendAuditEvent(client, ctx, {
      tenant: tenantOf(reach) ?? '',
      action: 'exports.start',
      objectKind: 'job',
      objectId: id,
      details: { reach: reach.kind, format, filter: auditedFilter(order.filter), threads, messages, dryRun },
    }),
  )
  return getJob(ctx, { id })
}

/** What was asked for; of words and tags only that they were, since they may be a person's name. */
function auditedFilter({ text, tags, deleted: _deleted, ...rest }: ThreadFilter): Record<string, unknown> {
  return {
    ...rest,
    ...(text === undefined ? {} : { text: true }),
    ...(tags === undefined ? {} : { tags: Object.keys(tags).length }),
  }
}
