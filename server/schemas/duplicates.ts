import { z } from 'zod'
import { RepeatCertainty } from './compare'
import { Cursor, PageSize } from './fields'
import { JobState } from './jobs'
import { ThreadView } from './threads'

/** The kind of the job that looks for history that was stored twice. */
export const DUPLICATES_JOB = 'threads-duplicates'

/** A thread in which history was stored twice: stretches, messages and tokens that a repair leaves out. */
const Duplicate = z.object({
  uid: z.uuid(),
  certainty: RepeatCertainty,
  stretches: z.int(),
  messages: z.int(),
  tokens: z.int(),
})
export type Duplicate = z.infer<typeof Duplicate>

/** What such a job found: of `found` threads those of whom it is most sure, at most 1,000. */
export const DuplicatesResult = z.object({
  threads: z.int(),
  found: z.int(),
  /** Threads that were too long to be looked through. */
  tooLong: z.int(),
  items: z.array(Duplicate),
})
export type DuplicatesResult = z.infer<typeof DuplicatesResult>

export const ListDuplicatesInput = z.strictObject({
  jobId: z.uuid(),
  limit: PageSize.default(50),
  cursor: Cursor.optional(),
})

export const ListDuplicatesOutput = z.object({
  state: JobState,
  /** Threads that were looked through, those with repeats, and those that were too long. */
  threads: z.int(),
  found: z.int(),
  tooLong: z.int(),
  /** Threads that are gone since are left out. */
  items: z.array(Duplicate.omit({ uid: true }).extend({ thread: ThreadView })),
  nextCursor: z.string().nullable(),
})
export type DuplicateView = z.infer<typeof ListDuplicatesOutput>['items'][number]
