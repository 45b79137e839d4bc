import { z } from 'zod'
import type { Reach } from '../../auth/reach'
import { ThreadFilters } from '../../schemas/threads'
import type { ThreadFilter } from '../../store/threads-filter'

/** How far a job sees, as its order keeps it. */
export const StoredReach: z.ZodType<Reach> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scope'), tenant: z.string(), subject: z.string() }),
  z.object({ kind: z.literal('tenant'), tenant: z.string() }),
  z.object({ kind: z.literal('all') }),
])

/** Which threads a job means, as its order keeps it. */
export const StoredThreadFilter: z.ZodType<ThreadFilter> = z.object(ThreadFilters)
