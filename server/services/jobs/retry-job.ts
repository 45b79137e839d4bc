import { PERMISSIONS } from '../../auth/permissions'
import { LociError, notFound } from '../../errors'
import type { JobView } from '../../schemas/jobs'
import { appendAuditEvent } from '../../store/audit'
import { findJobInput } from '../../store/jobs'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { getJob } from './get-job'
import { workOf } from './job-works'
import { rerunJob } from './run-job'

/**
 * Does a job that failed or was cancelled once more, in its own row. Nothing is doubled: an export is written anew, an import
 * recognises what it has stored, an operation on all that match goes on where it was. Audited.
 *
 * @throws NOT_FOUND without such a job; CONFLICT for one that runs or is done, or whose kind is begun elsewhere; FORBIDDEN for
 * whoever could not have begun it
 */
export async function retryJob(ctx: ServiceContext, { id }: { id: string }): Promise<JobView> {
  const pool = ctx.database.pools.application
  const { total } = await getJob(ctx, { id })
  const job = await findJobInput(pool, id)
  if (job === null) throw notFound('job')
  const found = await workOf(ctx, { id, kind: job.kind, input: job.input })
  if (found === null) throw new LociError('CONFLICT', 'A job of this kind is begun anew where it was begun.')
  const { principal } = ctx
  if (principal.kind === 'operator' && !PERMISSIONS[principal.role].includes(found.needs)) {
    throw new LociError('FORBIDDEN', `Your role (${principal.role}) does not begin such a job.`)
  }
  await rerunJob(ctx, id, { kind: job.kind, total, work: found.work })
  await inTransaction(pool, (client) =>
    appendAuditEvent(client, ctx, {
      action: 'jobs.retry',
      objectKind: 'job',
      objectId: id,
      details: { kind: job.kind },
    }),
  )
  return getJob(ctx, { id })
}
