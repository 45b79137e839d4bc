import { z } from 'zod'
import { ScopeOrPattern } from './fields'
import { ThreadFilters } from './threads'

/** Threads that a facet looks at; where there are more, the answer says so. */
export const FACET_CAP = 100_000
/** The same for what stands in rows of its own, such as tags and reviews. */
export const FACET_CAP_OF_ROWS = 10_000

export const FacetName = z.enum([
  'agentName',
  'scope',
  'tags',
  'signals',
  'status',
  'outcome',
  'assignee',
  'reviewer',
  'active',
  'created',
  'tokens',
])
export type FacetName = z.infer<typeof FacetName>

/** The filters of a list, and one of them: its own choice does not narrow its values. */
export const ThreadFacetInput = z.strictObject({ ...ScopeOrPattern, ...ThreadFilters, by: FacetName })

/**
 * The values of a filter, and how many threads the list would have with each. Of scopes `value` is the tenant and `detail` the
 * subject, of tags key and value; of assignees it is an operator's id, or `none`, of reviewers an e-mail; times are `1h`, `24h`, `7d` and `30d` until now, tokens ranges such as `1000..9999`.
 */
export const ThreadFacetOutput = z.object({
  values: z.array(z.object({ value: z.string(), detail: z.string().nullable(), count: z.int() })),
  /** Threads that were looked at. */
  counted: z.int(),
  /** There are more, so each count is the least there are. */
  capped: z.boolean(),
})
