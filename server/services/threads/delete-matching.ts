import type { z } from 'zod'
import type { DeleteMatchingInput } from '../../schemas/bulk'
import type { JobView } from '../../schemas/jobs'
import type { ServiceContext } from '../context'
import { startMatching } from './start-matching'

/** Puts all threads that match into the trash. */
export function deleteMatching(ctx: ServiceContext, input: z.output<typeof DeleteMatchingInput>): Promise<JobView> {
  return startMatching(ctx, { input, change: { action: 'delete' } })
}
