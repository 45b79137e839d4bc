import { z } from 'zod'
import { boundedText, ScopeOrPattern, Tags } from './fields'
import { outcomeOfReviewed, ReviewOutcome, ReviewStatus } from './review-facts'
import { ThreadFilters } from './threads'

/** How long an operation on all that match can be taken back, in days. */
export const BULK_KEPT_DAYS = 7

const { deleted: _deleted, ...filters } = ThreadFilters

/** All living threads that match: the filter travels, not the ids. */
const matching = { ...ScopeOrPattern, filters: z.strictObject(filters).default({}) }

export const CountMatchingInput = z.strictObject(matching)
/** How many match now, all of them counted. */
export const CountMatchingOutput = z.object({ threads: z.int(), messages: z.int() })

/** Adds tags, then takes others off. */
export const TagMatchingInput = z
  .strictObject({ ...matching, addTags: Tags.optional(), removeTags: z.array(z.string().trim()).max(64).optional() })
  .refine((input) => input.addTags !== undefined || input.removeTags !== undefined, {
    message: 'Say addTags or removeTags.',
  })
export type TagMatchingInput = z.input<typeof TagMatchingInput>

export const DeleteMatchingInput = z.strictObject(matching)

/** Makes them one person's; null makes them nobody's. */
export const AssignMatchingInput = z.strictObject({ ...matching, assignee: boundedText(128).min(1).nullable() })

/** Sets the status; what came of a review stays, unless an outcome is given: then each is reviewed up to its newest message. */
export const MarkMatchingInput = z
  .strictObject({ ...matching, status: ReviewStatus, outcome: ReviewOutcome.optional() })
  .refine(...outcomeOfReviewed)

/** Takes back what the operation with this job has changed. */
export const UndoMatchingInput = z.strictObject({ jobId: z.uuid() })

/**
 * The result of such a job. `skipped` were gone when their turn came, or would have had too many tags; when an operation is
 * taken back, they have been changed since, and stay.
 */
export const MatchingResult = z.object({ threads: z.int(), skipped: z.int() })
export type MatchingResult = z.infer<typeof MatchingResult>
