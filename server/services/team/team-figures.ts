import type { z } from 'zod'
import { requireReach } from '../../auth/reach'
import type { TeamFigures, TeamFiguresInput } from '../../schemas/team'
import { oldestUnreviewed } from '../../store/attention'
import { withReach } from '../../store/reach'
import { countWaiting } from '../../store/review-claims'
import { reviewFigures } from '../../store/team-figures'
import type { ServiceContext } from '../context'
import { threadBrief } from '../insights/thread-brief'
import { COUNT_LIMIT } from '../threads/count-threads'

/** What waits now, and what was reviewed in a range of time, by whom, and how it went by agent and by setting. */
export function teamFigures(ctx: ServiceContext, input: z.output<typeof TeamFiguresInput>): Promise<TeamFigures> {
  const reach = requireReach(ctx.principal, { scope: undefined, scopePattern: input.scopePattern })
  return withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const pool = { reach, scopeId, filter: { deleted: false }, share: 100 }
    const waiting = await countWaiting(client, { pool, cap: COUNT_LIMIT })
    const oldest = await oldestUnreviewed(client)
    const figures = await reviewFigures(client, { after: input.after, before: input.before ?? null })
    return {
      backlog: { count: waiting.count, capped: waiting.count >= COUNT_LIMIT },
      oldestAt: waiting.oldestAt?.toISOString() ?? null,
      oldest: oldest && threadBrief(oldest),
      ...figures,
      people: figures.people.map((person) => ({ ...person, lastAt: person.lastAt.toISOString() })),
    }
  })
}
