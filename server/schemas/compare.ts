import { z } from 'zod'
import { ThreadId } from '../../memory/scope-schema'
import { ThreadView } from './threads'

/** Threads with more messages are neither compared nor looked through for repeats. */
export const COMPARE_LIMIT = 100_000

/** A thread beside another one, or beside itself without the history that was stored twice. */
export const CompareThreadsInput = z
  .strictObject({ uid: z.uuid(), with: z.uuid().optional(), repaired: z.literal(true).optional() })
  .refine((input) => (input.with === undefined) !== (input.repaired === undefined), {
    message: 'Say with or repaired, one of them.',
  })

/** `left` and `right`: seq of the run's first message, also where it has none there. */
export const ComparedRun = z.object({
  kind: z.enum(['same', 'changed', 'dropped', 'added']),
  left: z.int(),
  right: z.int(),
  count: z.int(),
})

const ComparedSide = z.object({ messages: z.int(), tokens: z.int() })

export const RepeatCertainty = z.enum(['sure', 'likely', 'possible'])

export const CompareThreadsOutput = z.object({
  left: ThreadView,
  /** Null beside the thread itself, repaired. */
  right: ThreadView.nullable(),
  runs: z.array(ComparedRun),
  /** Of the right side. */
  rightTotals: ComparedSide,
  totals: z.object({ same: ComparedSide, changed: ComparedSide, dropped: ComparedSide, added: ComparedSide }),
  /** How sure it is that history was stored twice; null without repeats, and between two threads. */
  certainty: RepeatCertainty.nullable(),
})
export type CompareThreads = z.infer<typeof CompareThreadsOutput>

/** A fork without the history that was stored twice. The thread itself stays. */
export const RepairThreadInput = z.strictObject({
  uid: z.uuid(),
  threadId: ThreadId,
  /** Messages that the thread held when the repair was looked at: more since then are a CONFLICT. */
  messageCount: z.int().min(0),
})
