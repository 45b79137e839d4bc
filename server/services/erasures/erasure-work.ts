import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import { actorName } from '../../auth/principal'
import { LociError } from '../../errors'
import type { ErasureResult } from '../../schemas/erasures'
import { appendAuditEvent } from '../../store/audit'
import { countAuditLines, countPlaces, type ErasedSubject, removeBesides } from '../../store/erasure-places'
import { forgetOrder, insertReceipt, removeScope, removeThreads } from '../../store/erasures'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'
import { assertNoHold } from '../holds/assert-no-hold'
import type { JobProgress } from '../jobs/run-job'
import { hashOfSubject, placesText, proofOf } from './receipt'

/** Threads that go in one transaction, so that none lasts long. */
const AT_ONCE = 20

/** What an erasure was told, as its job keeps it until it is done. */
const ErasureOrder = z.object({
  reach: z.object({ kind: z.literal('scope'), tenant: z.string(), subject: z.string() }),
  scopeId: z.uuid(),
  before: z.record(z.string(), z.int()),
  requestedAt: z.iso.datetime(),
})
export type ErasureOrder = z.infer<typeof ErasureOrder>

/** @throws CONFLICT for one that has done its work and forgotten whom it erased */
export function readErasureOrder(input: string): ErasureOrder {
  const read = ErasureOrder.safeParse(JSON.parse(input))
  if (!read.success) throw new LociError('CONFLICT', 'This erasure is done: see its receipt.')
  return read.data
}

/**
 * Repeatable: it goes on with what is left. Its last transaction removes what hangs on no thread, looks whether anything is
 * left, and writes the receipt, all or nothing.
 *
 * @throws CONFLICT as soon as a legal hold stands
 */
export async function erasureWork(
  ctx: ServiceContext,
  { order, jobId, progress }: { order: ErasureOrder; jobId: string; progress: JobProgress },
): Promise<ErasureResult> {
  const { tenant, subject } = order.reach
  const of = { tenant, subject, scopeId: order.scopeId, jobId }
  const destroy = <T>(work: (client: Parameters<typeof removeScope>[0]) => Promise<T>) =>
    withReach(ctx.database.pools.background, { kind: 'all' }, async ({ client }) => {
      await assertNoHold(client, { tenant, subject })
      return work(client)
    })
  let threads = 0
  for (let part = AT_ONCE; part === AT_ONCE; threads += part) {
    part = await destroy((client) => removeThreads(client, { ...of, limit: AT_ONCE }))
    await progress(threads + part)
  }
  await destroy((client) => removeScope(client, of))
  return destroy(async (client) => {
    await removeBesides(client, of)
    return writeReceipt(ctx, client, { order, of })
  })
}

async function writeReceipt(
  ctx: ServiceContext,
  client: Parameters<typeof removeScope>[0],
  { order, of }: { order: ErasureOrder; of: ErasedSubject & { jobId: string } },
): Promise<ErasureResult> {
  const { tenant } = of
  const after = await countPlaces(client, of)
  const left = Object.entries(after).filter(([, rows]) => rows > 0)
  if (left.length > 0) throw new Error(`an erasure has left rows in ${left.map(([table]) => table).join(', ')}`)
  const id = uuidv7()
  const facts = {
    tenant,
    id,
    subjectHash: hashOfSubject(ctx.signer, of),
    requestedAt: new Date(order.requestedAt),
    erasedAt: new Date(),
    erasedBy: actorName(ctx.principal),
    places: placesText(order.before, after),
    auditLines: await countAuditLines(client, of),
  }
  const proof = proofOf(ctx.signer, facts)
  await insertReceipt(client, { ...facts, proof })
  const input = JSON.stringify({ reach: { kind: 'tenant', tenant }, receipt: id })
  await forgetOrder(client, { jobId: of.jobId, input })
  const rows = Object.values(order.before).reduce((sum, each) => sum + each, 0)
  const threads = order.before.thread ?? 0
  await appendAuditEvent(client, ctx, {
    tenant,
    action: 'subjects.erase',
    objectKind: 'subject',
    objectId: facts.subjectHash,
    details: { receipt: id, threads, rows, proof },
  })
  return { receipt: id, threads, rows }
}
