import { setTimeout as pauseFor } from 'node:timers/promises'
import { assertAccess } from '../../auth/permissions'
import type { Principal } from '../../auth/principal'
import { type Reach, requireReach } from '../../auth/reach'
import type { LiveListEvent, WatchThreadsInput } from '../../schemas/live'
import { withReach } from '../../store/reach'
import { threadsWithin } from '../../store/threads'
import type { ServiceContext } from '../context'
import type { WatchOptions } from './watch-thread'

/** How often the caller's right is looked at again, in ms; before each delivery it is, too. */
const RIGHT_MS = 5_000
/** Rounds of that without a word, after which a beat says that the line is there. */
const ROUNDS = 3
/** Changes are told together, and no more often than this, in ms: each makes the desk look at its list once. */
const EVERY_MS = 3_000

export interface WatchListOptions extends WatchOptions {
  /** For tests. */
  readonly everyMs?: number
}

/**
 * Says which threads of a reach have changed, never what: whoever hears it asks for the list, with its filter. A word that
 * is lost does no harm that the next look does not mend.
 *
 * @throws INVALID_INPUT without scope or pattern; UNAUTHENTICATED or FORBIDDEN when the caller has no right, or has lost it
 */
export async function* watchThreads(
  ctx: ServiceContext,
  { threads: named }: WatchThreadsInput,
  { signal, authenticate, everyMs = EVERY_MS }: WatchListOptions,
): AsyncGenerator<LiveListEvent | { type: 'beat' }, void, void> {
  reachOf(ctx.principal, named)
  const watch = ctx.threadChanges.watchAll()
  try {
    yield { type: 'open' }
    while (!signal.aborted) {
      let isTold = false
      for (let round = 0; !isTold && round < ROUNDS && !signal.aborted; round += 1) {
        isTold = await watch.changed(RIGHT_MS, signal)
        if (!isTold) reachOf(await authenticate(), named)
      }
      if (!isTold) {
        yield { type: 'beat' }
        continue
      }
      // What a run writes in a moment is told with its first word.
      await pause(Math.min(everyMs, 250), signal)
      const { uids, isMore } = watch.take()
      const within = await uidsWithin(ctx, reachOf(await authenticate(), named), uids)
      if (within.length > 0 || isMore) yield { type: 'threads', uids: within, isMore }
      await pause(everyMs, signal)
    }
  } finally {
    watch.close()
  }
}

function reachOf(principal: Principal, named: WatchThreadsInput['threads']): Reach {
  assertAccess(principal, { key: null, operator: 'view' })
  return requireReach(principal, named)
}

/** The second wall decides which of them the caller may hear of. */
function uidsWithin(ctx: ServiceContext, reach: Reach, uids: string[]): Promise<string[]> {
  if (reach.kind === 'all' || uids.length === 0) return Promise.resolve(uids)
  return withReach(ctx.database.pools.application, reach, ({ client, scopeId }) =>
    threadsWithin(client, { reach, scopeId, uids }),
  )
}

function pause(milliseconds: number, signal: AbortSignal): Promise<unknown> {
  return pauseFor(milliseconds, undefined, { signal }).catch(() => {})
}
