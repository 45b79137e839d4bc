import { withReach } from '../../store/reach'
import { expireThreads as hideExpired } from '../../store/threads-expiry'
import type { Services } from '../context'

const BATCH = 200

/** Puts the threads whose ttl is over into the trash, where they can be restored until the purge. Answers how many went. */
export async function expireThreads({ database, log }: Pick<Services, 'database' | 'log'>): Promise<number> {
  let expired = 0
  for (let looked = BATCH; looked === BATCH; ) {
    const part = await withReach(database.pools.background, { kind: 'all' }, ({ client }) =>
      hideExpired(client, { limit: BATCH }),
    )
    looked = part.looked
    expired += part.expired
  }
  if (expired > 0) log.info({ threads: expired }, 'ttl: threads went into the trash')
  return expired
}
