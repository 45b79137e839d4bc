import type { z } from 'zod'
import { assertAgent, requireScope } from '../../auth/reach'
import { formatOf, type JobView, type StartImportInput } from '../../schemas/jobs'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import { runJob } from '../jobs/run-job'
import { countLines, importLines } from './import-lines'

/** Begins an import and answers at once; `jobs.get` tells how far it is and what it skipped. */
export async function startImport(ctx: ServiceContext, input: z.output<typeof StartImportInput>): Promise<JobView> {
  const scope = requireScope(ctx.principal, input.scope)
  assertAgent(ctx.principal, input.agentName)
  const format = input.format ?? formatOf(input.text)
  const id = await runJob(ctx, {
    kind: 'import',
    total: countLines(input.text),
    work: (progress) => importLines(ctx, { text: input.text, format, scope, agentName: input.agentName, progress }),
  })
  return getJob(ctx, { id })
}
