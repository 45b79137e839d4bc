import type { z } from 'zod'
import { assertAgent, requireScope } from '../../auth/reach'
import { formatOf, type JobView, type StartImportInput } from '../../schemas/jobs'
import { appendAuditEvent } from '../../store/audit'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import { runJob } from '../jobs/run-job'
import { countLines } from './import-lines'
import { IMPORT, type ImportOrder, importWork, keepSource } from './import-work'

/** Begins an import and answers at once; `jobs.get` tells how far it is and what it skipped. Audited, a dry run aside. */
export async function startImport(ctx: ServiceContext, input: z.output<typeof StartImportInput>): Promise<JobView> {
  const { text, agentName, dryRun } = input
  const scope = requireScope(ctx.principal, input.scope)
  assertAgent(ctx.principal, agentName)
  const order: ImportOrder = { format: input.format ?? formatOf(text), scope, agentName, dryRun }
  const lines = countLines(text)
  const id = await runJob(ctx, {
    kind: IMPORT,
    total: lines,
    input: JSON.stringify(order),
    prepare: async (jobId) => {
      if (dryRun) return lines
      await keepSource(ctx, { jobId, text })
      await inTransaction(ctx.database.pools.application, (client) =>
        appendAuditEvent(client, ctx, {
          tenant: scope.tenant,
          action: 'imports.start',
          objectKind: 'job',
          objectId: jobId,
          details: { format: order.format, lines },
        }),
      )
      return lines
    },
    work: (progress, jobId) => importWork(ctx, { order, text, jobId, progress }),
  })
  return getJob(ctx, { id })
}
