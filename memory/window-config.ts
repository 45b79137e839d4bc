import { z } from 'zod'

/** Largest number a limit may be: beyond it a setting is a slip of the keyboard. */
export const MAX_WINDOW_TOKENS = 10_000_000
export const MAX_WINDOW_MESSAGES = 1_000_000
export const MAX_WINDOW_TURNS = 1_000_000

const tokens = z.int().min(0).max(MAX_WINDOW_TOKENS)
const messages = z.int().min(0).max(MAX_WINDOW_MESSAGES)
const turns = z.int().min(0).max(MAX_WINDOW_TURNS)

/** Fields that every window but `off` takes (W1). */
const shared = {
  /** Tokens kept free below `maxTokens` (for instructions, tools, the answer). */
  reservedTokens: tokens.optional(),
  /** Messages at the thread's start that always stay; counted against the limits. */
  keepFirst: z.int().min(0).max(1_000).optional(),
  /** W7: share of the limit by which the start moves at once when the window overflows; 0.3 goes down to 70 %. */
  step: z.number().min(0.01).max(0.95).optional(),
  /** Let the window begin with a user message: what stands before the first one in reach is left out. */
  startOn: z.literal('user').optional(),
}

const OffWindow = z.strictObject({ strategy: z.literal('off') })

const BufferWindow = z
  .strictObject({
    strategy: z.literal('buffer'),
    maxMessages: messages.optional(),
    /** The other name of `maxMessages`; read, never kept. */
    lastMessages: messages.optional(),
    maxTokens: tokens.optional(),
    ...shared,
  })
  .refine((window) => window.lastMessages === undefined || window.maxMessages === undefined, {
    path: ['lastMessages'],
    error: 'give maxMessages or lastMessages, not both',
  })
  .transform(({ lastMessages, ...window }) =>
    lastMessages === undefined ? window : { ...window, maxMessages: lastMessages },
  )

const SlidingWindow = z.strictObject({
  strategy: z.literal('sliding-window'),
  maxTokens: tokens.optional(),
  maxTurns: turns.optional(),
  ...shared,
})

const SummarizingWindow = z.strictObject({
  strategy: z.literal('summarizing'),
  /** Messages at the end that always stay word for word, where the token limit allows; with 0 a summary may stand alone. */
  recentMessages: messages.default(20),
  /** A new summary is made when this many messages before the recent ones stand in none; until then they stay too. */
  summarizeEvery: z.int().min(1).max(10_000).default(20),
  /** Longest summary, in tokens. */
  maxSummaryTokens: z.int().min(16).max(32_000).default(600),
  /** Ceiling of summary and messages together. */
  maxTokens: tokens.optional(),
  /** Name of the model that summarises; absent, the installation's. */
  model: z.string().trim().min(1).max(256).optional(),
  ...shared,
})

const VectorWindow = z.strictObject({
  strategy: z.literal('vector'),
  /** Messages to recall at most; each brings its whole exchange. */
  topK: z.int().min(1).max(200).default(8),
  /** Least likeness of what is recalled, from 0 to 1. */
  threshold: z.number().min(0).max(1).default(0),
  /** Recall within this thread, or in all threads of its subject. */
  reach: z.enum(['thread', 'subject']).default('thread'),
  /** Newest messages that are shown whatever they say. Absent: none, but `topK` where nothing was recalled. */
  recentMessages: messages.optional(),
  maxTokens: tokens.optional(),
  ...shared,
})

const parts = [BufferWindow, SlidingWindow, SummarizingWindow, VectorWindow] as const

/** A window that a composite one may be made of. */
const WindowPart = z.discriminatedUnion('strategy', [...parts])
export type WindowPart = z.output<typeof WindowPart>

const CompositeWindow = z.strictObject({
  strategy: z.literal('composite'),
  /** In order; the order decides what is chosen, never how it is delivered (W8). */
  providers: z.array(WindowPart).min(1).max(8),
  /**
   * W8: which whole exchanges are chosen under the ceiling. `concat`: all, in the providers' order until it is full.
   * `interleave`: a turn of each provider by turns. `priority`: the first provider's, then what still fits.
   */
  mergeStrategy: z.enum(['concat', 'interleave', 'priority']).default('concat'),
  /** Ceiling of all providers together. */
  maxTokens: tokens.optional(),
  ...shared,
})
export type CompositeWindow = z.output<typeof CompositeWindow>

/**
 * W1: what an agent sees, as data: one schema for server, SDK, form and preview. A typo is an error. 0 is legal and
 * gives nothing; an absent limit does not limit. `lastMessages` is accepted for `maxMessages`. `step` and `startOn` of a
 * composite window hold for the providers that set none.
 */
export const Window = z.discriminatedUnion('strategy', [OffWindow, ...parts, CompositeWindow])
export type Window = z.output<typeof Window>

/** A window as it may be written, `lastMessages` included. */
export type WindowInput = z.input<typeof Window>

/** W2: what holds until an admin sets another. */
export const DEFAULT_WINDOW: Window = { strategy: 'sliding-window', maxTokens: 4_000, maxTurns: 30 }
