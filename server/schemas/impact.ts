import { z } from 'zod'
import { CountMatchingInput } from './bulk'

/** Some threads by their uids, or all that match. */
export const ThreadsImpactInput = z.union([
  z.strictObject({ uids: z.array(z.uuid()).min(1).max(2_000) }),
  CountMatchingInput,
])

/** What a deletion takes along, for good once the trash lets it go, and the living forks that stay behind. */
export const ThreadsImpactOutput = z.object({
  threads: z.int(),
  messages: z.int(),
  tokens: z.int(),
  entries: z.int(),
  summaries: z.int(),
  vectors: z.int(),
  pins: z.int(),
  notes: z.int(),
  /** Finished reviews. */
  reviews: z.int(),
  forks: z.int(),
  /** Days for which it can be taken back. */
  keptDays: z.int(),
})
