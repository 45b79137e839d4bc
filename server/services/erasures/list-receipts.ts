import { z } from 'zod'
import { requireReach } from '../../auth/reach'
import type { ListReceiptsInput, ListReceiptsOutput } from '../../schemas/erasures'
import { listReceipts as selectReceipts } from '../../store/erasures'
import { withReach } from '../../store/reach'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { readCursor, signCursor } from '../page-cursor'
import { hashOfSubject, viewReceipt } from './receipt'

/** Receipts of erasures, the newest first; those of one subject are found by its name, which none of them holds. */
export async function listReceipts(
  ctx: ServiceContext,
  input: z.output<typeof ListReceiptsInput>,
): Promise<z.infer<typeof ListReceiptsOutput>> {
  const { tenant, subject, limit, cursor } = input
  const reach =
    tenant === undefined
      ? callerReach(ctx.principal)
      : requireReach(ctx.principal, { scope: undefined, scopePattern: { tenant } })
  const subjectHash =
    tenant === undefined || subject === undefined ? null : hashOfSubject(ctx.signer, { tenant, subject })
  const list = { list: 'receipts', reach, subjectHash }
  const before = readCursor(ctx.signer, { list, cursor, position: z.uuid() })
  const found = await withReach(ctx.database.pools.application, reach, ({ client }) =>
    selectReceipts(client, { subjectHash, before, limit: limit + 1 }),
  )
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    items: page.map((row) => viewReceipt(ctx.signer, row)),
    nextCursor: last ? signCursor(ctx.signer, list, last.id) : null,
  }
}
