import { appendAuditEvents } from '../../store/audit'
import { keepHoldsAsTheyAre } from '../../store/legal-holds'
import { withReach } from '../../store/reach'
import { listRules, takeRetentionTurn, trashDue } from '../../store/retention'
import type { Services } from '../context'

const BATCH = 200
const EVERY_HOURS = 24

/**
 * Once a day: puts the threads that nobody has used for longer than their rule says into the trash, where they can be restored
 * until the purge; none under legal hold. Any number of processes may ask for it. Audited by tenant, with counts. Answers how
 * many went.
 */
export async function followRetention(
  { database, threadChanges, log }: Pick<Services, 'database' | 'threadChanges' | 'log'>,
  { everyHours = EVERY_HOURS }: { everyHours?: number } = {},
): Promise<number> {
  const pool = database.pools.background
  if (!(await takeRetentionTurn(pool, everyHours))) return 0
  const rules = (await listRules(pool)).map(({ kind, name, value, days }) => ({ kind, name, value, days }))
  let trashed = 0
  for (let part = BATCH; part === BATCH; trashed += part) {
    const gone = await withReach(pool, { kind: 'all' }, async ({ client }) => {
      await keepHoldsAsTheyAre(client)
      const threads = await trashDue(client, { rules, limit: BATCH })
      const counts = new Map<string, number>()
      for (const { tenant } of threads) counts.set(tenant, (counts.get(tenant) ?? 0) + 1)
      const events = [...counts].sort().map(([tenant, count]) => ({
        tenant,
        action: 'retention.trash',
        objectKind: 'tenant',
        objectId: tenant,
        details: { threads: count },
      }))
      if (events.length > 0) await appendAuditEvents(client, { principal: { kind: 'system' } }, events)
      return threads
    })
    threadChanges.note(gone.map(({ uid }) => uid))
    part = gone.length
  }
  if (trashed > 0) log.info({ threads: trashed }, 'retention: threads went into the trash')
  return trashed
}
