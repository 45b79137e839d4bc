import type { SqlParameters } from './sql-parameters'
import type { ThreadFilter } from './threads-filter'

/** The status now, of `thread t` and its `thread_review r`. */
export const STATUS_NOW =
  'loci_review_status(r.status, r.claimed_until, r.reopens, r.reviewed_through_seq, t.message_count)'

/** How the two belong together. */
export const OF_THREAD = 'r.tenant = t.tenant AND r.scope_id = t.scope_id AND r.thread_uid = t.uid'

/** What a filter says of reviews, as conditions on `thread t`. A thread without a row is open, and nobody's. */
export function reviewConditions(
  { status, outcome, assignee, reviewer }: Pick<ThreadFilter, 'status' | 'outcome' | 'assignee' | 'reviewer'>,
  { bind }: SqlParameters,
): string[] {
  const conditions: string[] = []
  const having = (what: string) => `EXISTS (SELECT 1 FROM thread_review r WHERE ${OF_THREAD} AND ${what})`
  if (status === 'open') conditions.push(`NOT ${having(`${STATUS_NOW} <> 'open'`)}`)
  else if (status !== undefined) conditions.push(having(`${STATUS_NOW} = ${bind(status)}`))
  if (outcome !== undefined) conditions.push(having(`r.outcome = ${bind(outcome)}`))
  if (assignee === 'none') conditions.push(`NOT ${having('r.assignee IS NOT NULL')}`)
  else if (assignee !== undefined) conditions.push(having(`r.assignee = ${bind(assignee)}`))
  if (reviewer !== undefined) conditions.push(having(`r.reviewed_by = ${bind(reviewer)}`))
  return conditions
}
