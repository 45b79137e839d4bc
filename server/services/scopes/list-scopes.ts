import { z } from 'zod'
import type { ListScopesInput, ListScopesOutput } from '../../schemas/scopes'
import { withReach } from '../../store/reach'
import { listScopes as selectScopes } from '../../store/scopes'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { PackedText, packText, readCursor, signCursor } from '../page-cursor'

const Position = z.object({ tenant: PackedText, subject: PackedText })

/** One page of the scopes that have living threads, by tenant and subject. */
export async function listScopes(
  ctx: ServiceContext,
  input: z.output<typeof ListScopesInput>,
): Promise<z.infer<typeof ListScopesOutput>> {
  const { limit, cursor, ...filter } = input
  const reach = callerReach(ctx.principal)
  const list = { list: 'scopes', reach, filter }
  const after = readCursor(ctx.signer, { list, cursor, position: Position })
  const found = await withReach(ctx.database.pools.application, reach, ({ client }) =>
    selectScopes(client, { ...filter, after, limit: limit + 1 }),
  )
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    items: page.map(({ tenant, subject, lastMessageAt, ...totals }) => ({
      scope: { tenant, subject },
      ...totals,
      lastMessageAt: lastMessageAt?.toISOString() ?? null,
    })),
    nextCursor: last
      ? signCursor(ctx.signer, list, { tenant: packText(last.tenant), subject: packText(last.subject) })
      : null,
  }
}
