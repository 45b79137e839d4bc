import type { BulkOutcome, BulkThreadsOutput } from '../../schemas/threads'

/** One answer for each uid that was asked for, in that order; those without an outcome were not found. */
export function bulkOutcomes(uids: readonly string[], outcomes: ReadonlyMap<string, BulkOutcome>): BulkThreadsOutput {
  return { items: [...new Set(uids)].map((uid) => ({ uid, outcome: outcomes.get(uid) ?? 'not-found' })) }
}

/** Threads in the order of their tenants: the audit log's locks are always taken in this order. */
export function byTenant<T extends { tenant: string }>(threads: readonly T[]): T[] {
  return threads.toSorted((left, right) => (left.tenant < right.tenant ? -1 : left.tenant > right.tenant ? 1 : 0))
}
