import type { z } from 'zod'
import type { TagMatchingInput } from '../../schemas/bulk'
import type { JobView } from '../../schemas/jobs'
import type { ServiceContext } from '../context'
import { startMatching } from './start-matching'

/** Adds tags to all threads that match, then takes others off; one that would have too many stays as it is. */
export function tagMatching(ctx: ServiceContext, input: z.output<typeof TagMatchingInput>): Promise<JobView> {
  const { addTags: add = {}, removeTags: remove = [], ...matching } = input
  return startMatching(ctx, { input: matching, change: { action: 'tag', add, remove } })
}
