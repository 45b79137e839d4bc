import { z } from 'zod'
import { Timestamp } from './fields'
import { hasOneReference, oneReference, threadReference } from './messages'

/**
 * Why a thread has no newer summary. `no-model`: none is named in the window or the environment, or there is no endpoint.
 * `blank`, `oversize`: what the model said (after a second try) cannot stand. The others are how the call failed.
 */
export const SummaryReason = z.enum([
  'no-model',
  'timeout',
  'unreachable',
  'blocked',
  'refused',
  'failed',
  'invalid',
  'blank',
  'oversize',
])
export type SummaryReason = z.infer<typeof SummaryReason>

export const ThreadSummariesInput = z
  .strictObject({ ...threadReference, limit: z.int().min(1).max(100).default(20) })
  .refine(hasOneReference, oneReference)
export type ThreadSummariesInput = z.input<typeof ThreadSummariesInput>

export const SummaryView = z.object({
  version: z.int(),
  /** Seqs that it stands for, inclusive. */
  fromSeq: z.int(),
  toSeq: z.int(),
  text: z.string(),
  /** Of the message that hands it out, and of the messages that it stands for. */
  tokens: z.int(),
  sourceTokens: z.int(),
  model: z.string(),
  /** What the model was told to do. */
  prompt: z.string(),
  createdAt: Timestamp,
})
export type SummaryView = z.infer<typeof SummaryView>

export const SummaryStateView = z.object({
  /** Does the thread's window show summaries? Only then are new ones made. */
  isSummarizing: z.boolean(),
  /** Messages before the recent ones that no summary holds yet; one is made at `due` of them. */
  waiting: z.int(),
  due: z.int().nullable(),
  isRunning: z.boolean(),
  reason: SummaryReason.nullable(),
  /** Failed attempts in a row, and when the next one comes by itself. */
  attempts: z.int(),
  retryAt: Timestamp.nullable(),
})
export type SummaryStateView = z.infer<typeof SummaryStateView>

/** Newest version first. */
export const ThreadSummariesOutput = z.object({ items: z.array(SummaryView), state: SummaryStateView })
export type ThreadSummariesOutput = z.infer<typeof ThreadSummariesOutput>

export const SummarizeThreadInput = z.strictObject(threadReference).refine(hasOneReference, oneReference)

/** How the job that `threads.summarize` starts ends. */
export const SummarizeResult = z.object({
  /** `made`: versions are listed. `nothing`: no whole turn stands before the recent messages without a summary. */
  outcome: z.enum(['made', 'nothing', 'busy', 'failed', 'gone']),
  versions: z.array(z.int()),
  reason: SummaryReason.nullable(),
})
export type SummarizeResult = z.infer<typeof SummarizeResult>
