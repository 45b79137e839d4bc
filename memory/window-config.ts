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

/**
 * W1: what an agent sees, as data: one schema for server, SDK, form and preview. A typo is an error. 0 is legal and
 * gives nothing; an absent limit does not limit. `lastMessages` is accepted for `maxMessages`.
 */
export const Window = z.discriminatedUnion('strategy', [OffWindow, BufferWindow, SlidingWindow])
export type Window = z.output<typeof Window>

/** A window as it may be written, `lastMessages` included. */
export type WindowInput = z.input<typeof Window>

/** W2: what holds until an admin sets another. */
export const DEFAULT_WINDOW: Window = { strategy: 'sliding-window', maxTokens: 4_000, maxTurns: 30 }
