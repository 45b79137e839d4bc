import type { z } from 'zod'
import { requireReach } from '../../auth/reach'
import {
  FACET_CAP,
  FACET_CAP_OF_ROWS,
  type FacetName,
  type ThreadFacetInput,
  type ThreadFacetOutput,
} from '../../schemas/facets'
import { withReach } from '../../store/reach'
import { countFacet } from '../../store/threads-facets'
import type { ThreadFilter } from '../../store/threads-filter'
import type { ServiceContext } from '../context'

/** Values that are answered. */
const MOST_VALUES = 100

/** What of a filter each facet chooses, and so is not narrowed by; the scope stands beside the filter. */
const own: Readonly<Record<FacetName, readonly (keyof ThreadFilter)[]>> = {
  agentName: ['agentName'],
  scope: [],
  tags: [],
  signals: ['signals'],
  status: ['status'],
  outcome: ['outcome'],
  assignee: ['assignee'],
  reviewer: ['reviewer'],
  active: ['activeAfter', 'activeBefore'],
  created: ['createdAfter', 'createdBefore'],
  tokens: ['minTokens', 'maxTokens'],
}

/** Facets of what stands in rows beside the threads. */
const ofRows: ReadonlySet<FacetName> = new Set(['tags', 'signals', 'status', 'outcome', 'assignee', 'reviewer'])

/**
 * How many threads the list would have with each value of one of its filters, under the others. Tags narrow each other, since
 * a thread must have all that are chosen.
 */
export async function threadFacet(
  ctx: ServiceContext,
  input: z.output<typeof ThreadFacetInput>,
): Promise<z.infer<typeof ThreadFacetOutput>> {
  const { scope, scopePattern, by, ...given } = input
  const reach = requireReach(ctx.principal, by === 'scope' ? { scopePattern: { all: true } } : { scope, scopePattern })
  const filter: ThreadFilter = { ...given }
  for (const name of own[by]) if (name !== 'deleted') delete filter[name]
  const cap = ofRows.has(by) ? FACET_CAP_OF_ROWS : FACET_CAP
  // One more than the cap says whether there are more.
  const { values, counted } = await withReach(ctx.database.pools.application, reach, ({ client, scopeId }) =>
    countFacet(client, { reach, scopeId, filter, by, cap: cap + 1, limit: MOST_VALUES }),
  )
  return { values, counted: Math.min(counted, cap), capped: counted > cap }
}
