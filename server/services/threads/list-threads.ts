import { z } from 'zod'
import { requireReach } from '../../auth/reach'
import type { ListThreadsInput, ListThreadsOutput } from '../../schemas/threads'
import { withReach } from '../../store/reach'
import { listThreads as selectThreads } from '../../store/threads-list'
import type { ServiceContext } from '../context'
import { readCursor, signCursor } from '../page-cursor'
import { viewThreads } from './thread-views'

const Position = z.object({ value: z.string().nullable(), uid: z.uuid() })

/**
 * One page of a scope's threads, or of many scopes asked for by name (S2). Pages are complete and without doubles as
 * long as the threads stand still; a thread that moves while somebody pages is shown where it stands then.
 *
 * @throws INVALID_INPUT for a cursor of another reach, filter or order.
 */
export async function listThreads(
  ctx: ServiceContext,
  input: z.output<typeof ListThreadsInput>,
): Promise<z.infer<typeof ListThreadsOutput>> {
  const { scope, scopePattern, sort, limit, cursor, ...filter } = input
  const reach = requireReach(ctx.principal, { scope, scopePattern })
  const list = { list: 'threads', reach, filter, sort }
  const after = readCursor(ctx.signer, { list, cursor, position: Position })
  return withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const found = await selectThreads(client, { reach, scopeId, filter, sort, after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      items: await viewThreads(ctx, client, page),
      nextCursor: last ? signCursor(ctx.signer, list, { value: last.sortValue, uid: last.uid }) : null,
    }
  })
}
