import type { z } from 'zod'
import { requireReach } from '../../auth/reach'
import type { CountThreadsInput, CountThreadsOutput } from '../../schemas/threads'
import { withReach } from '../../store/reach'
import { countThreads as selectCount } from '../../store/threads-list'
import type { ServiceContext } from '../context'

/** Counting stops here; the answer then says that there may be more. */
export const COUNT_LIMIT = 10_000

/** How many threads a list with the same filters has in all, up to COUNT_LIMIT. */
export async function countThreads(
  ctx: ServiceContext,
  input: z.output<typeof CountThreadsInput>,
): Promise<z.infer<typeof CountThreadsOutput>> {
  const { scope, scopePattern, ...filter } = input
  const reach = requireReach(ctx.principal, { scope, scopePattern })
  const count = await withReach(ctx.database.pools.application, reach, ({ client, scopeId }) =>
    selectCount(client, { reach, scopeId, filter, cap: COUNT_LIMIT }),
  )
  return { count, capped: count >= COUNT_LIMIT }
}
