import { principalId } from '../../auth/principal'
import { notFound } from '../../errors'
import type { JobView } from '../../schemas/jobs'
import { findJob, requestCancel } from '../../store/jobs'
import type { ServiceContext } from '../context'

/** How far a job is. A key sees its own jobs, people see all. */
export async function getJob(ctx: ServiceContext, input: { id: string }): Promise<JobView> {
  const createdBy = ctx.principal.kind === 'key' ? principalId(ctx.principal) : null
  const job = await findJob(ctx.database.pools.application, { id: input.id, createdBy })
  if (job === null) throw notFound('job')
  return job
}

/** Asks a running job to stop at its next step; what it did so far stays. */
export async function cancelJob(ctx: ServiceContext, input: { id: string }): Promise<JobView> {
  await getJob(ctx, input)
  await requestCancel(ctx.database.pools.application, input.id)
  return getJob(ctx, input)
}
