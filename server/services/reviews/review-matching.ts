import type { z } from 'zod'
import type { AssignMatchingInput, MarkMatchingInput } from '../../schemas/bulk'
import type { JobView } from '../../schemas/jobs'
import type { ServiceContext } from '../context'
import { startMatching } from '../threads/start-matching'
import { requireAssignee } from './mark-reviews'
import { reviewerOf } from './person'

/** Makes all threads that match one person's, or nobody's. */
export async function assignMatching(
  ctx: ServiceContext,
  input: z.output<typeof AssignMatchingInput>,
): Promise<JobView> {
  const { assignee, ...matching } = input
  await requireAssignee(ctx, assignee)
  return startMatching(ctx, { input: matching, change: { action: 'assign', assignee } })
}

/** Sets the status of all threads that match, or reviews them. */
export function markMatching(ctx: ServiceContext, input: z.output<typeof MarkMatchingInput>): Promise<JobView> {
  const { status, outcome, ...matching } = input
  const review = outcome && { outcome, reviewer: reviewerOf(ctx.principal).email }
  return startMatching(ctx, { input: matching, change: { action: 'mark', status, review } })
}
