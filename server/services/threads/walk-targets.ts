import type { PoolClient } from 'pg'
import type { MatchingResult } from '../../schemas/bulk'
import { appendAuditEvents } from '../../store/audit'
import {
  countTargets,
  nextTargets,
  type SettledTarget,
  settleTargets,
  type TargetOutcome,
} from '../../store/bulk-targets'
import { withReach } from '../../store/reach'
import type { ThreadRow } from '../../store/thread-rows'
import type { ServiceContext } from '../context'
import type { JobProgress } from '../jobs/run-job'
import { byTenant } from './bulk-outcomes'

/** Threads that are changed in one transaction, so that none is locked for long. */
const AT_ONCE = 100

export interface TargetWalk {
  /** Whose targets they are. */
  readonly jobId: string
  /** The outcome of those whose turn it is, and those that are counted in the result. */
  readonly turn: { from: 'done' | null; to: TargetOutcome; leftOut: TargetOutcome }
  readonly audit: { action: string; details: Readonly<Record<string, unknown>> }
  readonly progress: JobProgress
  readonly work: (
    client: PoolClient,
    targets: readonly { uid: string; before: string | null }[],
  ) => Promise<{ targets: SettledTarget[]; changed: ThreadRow[] }>
}

/** Goes through an operation's targets, a part in each transaction: what is committed is also noted and audited. */
export async function walkTargets(ctx: ServiceContext, walk: TargetWalk): Promise<MatchingResult> {
  const { jobId, turn } = walk
  const pool = ctx.database.pools.background
  const all = { kind: 'all' } as const
  let afterUid: string | null = null
  let done = 0
  do {
    const part = { jobId, outcome: turn.from, afterUid, limit: AT_ONCE }
    const { last, uids, count } = await withReach(pool, all, async ({ client }) => {
      const targets = await nextTargets(client, part)
      const { targets: settled, changed } = await walk.work(client, targets)
      await settleTargets(client, { jobId, targets: settled })
      const events = byTenant(changed).map(({ tenant, uid }) => ({
        ...walk.audit,
        tenant,
        objectKind: 'thread',
        objectId: uid,
      }))
      await appendAuditEvents(client, ctx, events)
      return { last: targets.at(-1)?.uid ?? null, uids: changed.map(({ uid }) => uid), count: targets.length }
    })
    ctx.threadChanges.note(uids)
    afterUid = last
    done += count
    await walk.progress(done)
  } while (afterUid !== null)
  return withReach(pool, all, async ({ client }) => ({
    threads: await countTargets(client, { jobId, outcome: turn.to }),
    skipped: await countTargets(client, { jobId, outcome: turn.leftOut }),
  }))
}
