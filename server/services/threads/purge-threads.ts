import { TRASH_KEPT_DAYS } from '../../schemas/threads'
import { withReach } from '../../store/reach'
import { purgeThreads } from '../../store/threads-purge'
import type { Services } from '../context'

/** How long the trash keeps a thread unless it is told otherwise, in ms. */
export const TRASH_KEPT_MS = TRASH_KEPT_DAYS * 24 * 60 * 60 * 1_000

/** Threads that go in one transaction, so that none lasts long. */
const BATCH = 20

/**
 * Removes for good what has been in the trash for longer than `keptMs`, with all that was derived from it. Any number of
 * processes may do it at the same time. Answers how many threads went.
 */
export async function purgeExpired(
  { database, log }: Pick<Services, 'database' | 'log'>,
  { keptMs = TRASH_KEPT_MS }: { keptMs?: number } = {},
): Promise<number> {
  const deletedBefore = new Date(Date.now() - keptMs)
  let purged = 0
  for (let part = BATCH; part === BATCH; purged += part) {
    part = await withReach(database.pools.background, { kind: 'all' }, ({ client }) =>
      purgeThreads(client, { deletedBefore, limit: BATCH }),
    )
  }
  if (purged > 0) log.info({ threads: purged }, 'trash: purged')
  return purged
}
