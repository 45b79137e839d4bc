import { z } from 'zod'
import type { ListTenantsInput, ListTenantsOutput } from '../../schemas/insights'
import { withReach } from '../../store/reach'
import { listTenants as selectTenants } from '../../store/tenants'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { PackedText, packText, readCursor, signCursor } from '../page-cursor'

const Position = z.object({ tenant: PackedText })

/** One page of the tenants that have living threads, by name; a text finds them by their subjects too. */
export async function listTenants(
  ctx: ServiceContext,
  { limit, cursor, text }: z.output<typeof ListTenantsInput>,
): Promise<z.infer<typeof ListTenantsOutput>> {
  const reach = callerReach(ctx.principal)
  const list = { list: 'tenants', reach, text: text ?? '' }
  const after = readCursor(ctx.signer, { list, cursor, position: Position })?.tenant ?? null
  const found = await withReach(ctx.database.pools.application, reach, ({ client }) =>
    selectTenants(client, { text, after, limit: limit + 1 }),
  )
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    items: page.map((row) => ({ ...row, lastMessageAt: row.lastMessageAt?.toISOString() ?? null })),
    nextCursor: last ? signCursor(ctx.signer, list, { tenant: packText(last.tenant) }) : null,
  }
}
