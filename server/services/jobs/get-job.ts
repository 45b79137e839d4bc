import { PERMISSIONS } from '../../auth/permissions'
import { principalId } from '../../auth/principal'
import { isLimited } from '../../auth/reach'
import { LociError, notFound } from '../../errors'
import type { JobView } from '../../schemas/jobs'
import { findJob, findJobInput, requestCancel } from '../../store/jobs'
import type { ServiceContext } from '../context'
import { seesOrder } from './stored-order'

/**
 * How far a job is. A key sees its own jobs and the installation's, people see all; whoever is limited to tenants sees their own,
 * as far as they see those tenants still.
 */
export function getJob(ctx: ServiceContext, input: { id: string }): Promise<JobView> {
  return find(ctx, input.id, ['system'])
}

async function find(ctx: ServiceContext, id: string, besides: readonly string[]): Promise<JobView> {
  const { principal } = ctx
  const own = [principalId(principal)]
  const createdBy = principal.kind === 'key' ? [...own, ...besides] : isLimited(principal) ? own : null
  const job = await findJob(ctx.database.pools.application, { id, createdBy })
  if (job === null) throw notFound('job')
  if (isLimited(principal)) {
    const order = await findJobInput(ctx.database.pools.application, id)
    if (!order || !seesOrder(principal, order.input)) throw notFound('job')
  }
  return job
}

/**
 * Asks a running job to stop at its next step; what it did so far stays. A key stops its own, and so do people who may not
 * act for others.
 */
export async function cancelJob(ctx: ServiceContext, input: { id: string }): Promise<JobView> {
  await find(ctx, input.id, [])
  const { principal } = ctx
  if (principal.kind === 'operator' && !PERMISSIONS[principal.role].includes('act')) {
    const job = await findJobInput(ctx.database.pools.application, input.id)
    if (job?.createdBy !== principalId(principal)) {
      throw new LociError('FORBIDDEN', `Your role (${principal.role}) stops its own jobs only.`)
    }
  }
  await requestCancel(ctx.database.pools.application, input.id)
  return getJob(ctx, input)
}
