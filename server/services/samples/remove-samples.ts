import { requireReach } from '../../auth/reach'
import { withReach } from '../../store/reach'
import { dropThreads, findSampleThreads, markSamples } from '../../store/samples'
import type { ServiceContext } from '../context'
import { deleteThread } from '../threads/delete-thread'

/**
 * Takes the samples away for good. A sample that somebody has written into since is no longer ours alone: it goes to the
 * trash, from where it can be restored.
 */
export async function removeSamples(ctx: ServiceContext): Promise<{ threads: number }> {
  const reach = requireReach(ctx.principal, { scopePattern: { all: true } })
  const pool = ctx.database.pools.background
  const found = await withReach(pool, reach, async ({ client }) => {
    const threads = await findSampleThreads(client)
    await dropThreads(
      client,
      threads.filter((thread) => thread.isUntouched).map((thread) => thread.uid),
    )
    await markSamples(client, false)
    return threads
  })
  for (const thread of found) {
    if (!thread.isUntouched) await deleteThread(ctx, { uid: thread.uid })
  }
  return { threads: found.length }
}
