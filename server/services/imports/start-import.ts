import type { z } from 'zod'
import { assertAgent, requireScope } from '../../auth/reach'
import type { JobView, StartImportInput } from '../../schemas/jobs'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import { runJob } from '../jobs/run-job'
import { countLines, importConversations } from './import-conversations'

/** Begins an import and answers at once; `jobs.get` tells how far it is and what it skipped. */
export async function startImport(ctx: ServiceContext, input: z.output<typeof StartImportInput>): Promise<JobView> {
  const scope = requireScope(ctx.principal, input.scope)
  assertAgent(ctx.principal, input.agentName)
  const id = await runJob(ctx, {
    kind: 'import',
    total: countLines(input.text),
    work: (progress) => importConversations(ctx, { text: input.text, scope, agentName: input.agentName, progress }),
  })
  return getJob(ctx, { id })
}
