import type { z } from 'zod'
import { requireScope } from '../../auth/reach'
import { LociError } from '../../errors'
import { ERASURE, type StartErasureInput } from '../../schemas/erasures'
import type { JobView } from '../../schemas/jobs'
import { appendAuditEvent } from '../../store/audit'
import { countPlaces } from '../../store/erasure-places'
import { countSubject, findScopeId, isWorkedOn, noteThreads } from '../../store/erasures'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'
import { assertNoHold } from '../holds/assert-no-hold'
import { getJob } from '../jobs/get-job'
import { runJob } from '../jobs/run-job'
import { type ErasureOrder, erasureWork } from './erasure-work'
import { hashOfSubject } from './receipt'

/**
 * Begins to remove all that is stored of a subject, for good, with all that was derived from it, and answers at once; when its
 * job is done there is a receipt. What agents write meanwhile goes too, what they write afterwards is new. Audited.
 *
 * @throws INVALID_INPUT when `confirm` is not its name, NOT_FOUND when nothing of it is stored, CONFLICT under legal hold and
 * while an import or another erasure works on it
 */
export async function startErasure(ctx: ServiceContext, input: z.output<typeof StartErasureInput>): Promise<JobView> {
  const { tenant, subject } = requireScope(ctx.principal, { tenant: input.tenant, subject: input.subject })
  if (input.confirm !== (subject || tenant)) {
    throw new LociError('INVALID_INPUT', 'confirm: Type the name of what is to be erased.')
  }
  const all = { kind: 'all' } as const
  const { pools } = ctx.database
  const begun = await withReach(pools.background, all, async ({ client }) => {
    await assertNoHold(client, { tenant, subject })
    const scopeId = await findScopeId(client, { tenant, subject })
    if (scopeId === null) throw new LociError('NOT_FOUND', 'Nothing is stored there.')
    const busy = await isWorkedOn(client, { tenant, subject })
    if (busy) {
      throw new LociError('CONFLICT', `An ${busy} works on this subject. Wait until it is done, or stop it first.`)
    }
    const of = { tenant, subject, scopeId, jobId: null }
    return { scopeId, before: await countPlaces(client, of), ...(await countSubject(client, of)) }
  })
  const order: ErasureOrder = {
    reach: { kind: 'scope', tenant, subject },
    scopeId: begun.scopeId,
    before: begun.before,
    requestedAt: new Date().toISOString(),
  }
  const id = await runJob(ctx, {
    kind: ERASURE,
    total: begun.threads,
    input: JSON.stringify(order),
    prepare: (jobId) =>
      withReach(pools.background, all, async ({ client }) => {
        const threads = await noteThreads(client, { tenant, subject, scopeId: begun.scopeId, jobId })
        await appendAuditEvent(client, ctx, {
          tenant,
          action: 'subjects.startErasure',
          objectKind: 'subject',
          objectId: hashOfSubject(ctx.signer, { tenant, subject }),
          details: { jobId, threads },
        })
        return threads
      }),
    work: (progress, jobId) => erasureWork(ctx, { order, jobId, progress }),
  })
  return getJob(ctx, { id })
}
