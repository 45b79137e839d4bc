import { withReach } from '../../store/reach'
import { dropThreads, findSampleThreads, markSamples } from '../../store/samples'
import type { ServiceContext } from '../context'
import type { JobProgress } from '../jobs/run-job'
import { deleteThread } from '../threads/delete-thread'

/** Threads that go in one transaction, so that the list is seen to empty. */
const BATCH = 5

/**
 * Takes the samples away for good. A sample that somebody has written into since is no longer ours alone: it goes to the
 * trash, from where it can be restored.
 */
export async function removeSamples(ctx: ServiceContext, progress: JobProgress): Promise<{ threads: number }> {
  const pool = ctx.database.pools.background
  const found = await withReach(pool, { kind: 'all' }, ({ client }) => findSampleThreads(client))
  for (let done = 0; done < found.length; done += BATCH) {
    await progress(done)
    const batch = found.slice(done, done + BATCH)
    const untouched = batch.filter((thread) => thread.isUntouched).map((thread) => thread.uid)
    await withReach(pool, { kind: 'all' }, ({ client }) => dropThreads(client, untouched))
    for (const thread of batch) if (!thread.isUntouched) await deleteThread(ctx, { uid: thread.uid })
  }
  await markSamples(pool, false)
  await progress(found.length)
  return { threads: found.length }
}
