import { z } from 'zod'

/** Largest number a limit may be: beyond it a setting is a slip of the keyboard. */
const MAX_WINDOW_TOKENS = 10_000_000
const MAX_WINDOW_MESSAGES = 1_000_000
const MAX_WINDOW_TURNS = 1_000_000

const tokens = z.int().min(0).max(MAX_WINDOW_TOKENS)
const messages = z.int().min(0).max(MAX_WINDOW_MESSAGES)
const turns = z.int().min(0).max(MAX_WINDOW_TURNS)

/** Fields that every window but `off` takes (W1). */
const shared = {
  reservedTokens: tokens
    .optional()
    .describe('Tokens kept free below `maxTokens`, for instructions, tools and the answer.'),
  keepFirst: z
    .int()
    .min(0)
    .max(1_000)
    .optional()
    .describe("Messages at the thread's start that always stay; counted against the limits."),
  step: z
    .number()
    .min(0.01)
    .max(0.95)
    .optional()
    .describe('The start moves only when the window overflows, and then by this share of the limit.'),
  startOn: z
    .literal('user')
    .optional()
    .describe('Begin with a user message: what stands before the first one in reach is left out.'),
}

const maxTokens = tokens.optional().describe('Ceiling of a read in tokens, everything in it counted.')

const OffWindow = z.strictObject({ strategy: z.literal('off') })

const KeptBufferWindow = z.strictObject({
  strategy: z.literal('buffer'),
  maxMessages: messages.optional().describe('The newest messages, at most so many.'),
  maxTokens,
  ...shared,
})

// What is kept has a schema of its own, so that the description of the wire can say it.
const BufferWindow = KeptBufferWindow.extend({ lastMessages: messages.optional() })
  .refine((window) => window.lastMessages === undefined || window.maxMessages === undefined, {
    path: ['lastMessages'],
    error: 'give maxMessages or lastMessages, not both',
  })
  .transform(({ lastMessages, ...window }) =>
    lastMessages === undefined ? window : { ...window, maxMessages: lastMessages },
  )
  .pipe(KeptBufferWindow)

const SlidingWindow = z.strictObject({
  strategy: z.literal('sliding-window'),
  maxTokens,
  maxTurns: turns
    .optional()
    .describe('The newest turns, at most so many: a turn is a user message and all that follows it.'),
  ...shared,
})

const SummarizingWindow = z.strictObject({
  strategy: z.literal('summarizing'),
  recentMessages: messages.default(20).describe('Messages at the end that always stay word for word.'),
  summarizeEvery: z
    .int()
    .min(1)
    .max(10_000)
    .default(20)
    .describe('A new summary is made when so many messages before the recent ones stand in none.'),
  maxSummaryTokens: z.int().min(16).max(32_000).default(600).describe('Longest summary, in tokens.'),
  maxTokens,
  model: z
    .string()
    .trim()
    .min(1)
    .max(256)
    .optional()
    .describe("The model that summarises; absent: the installation's."),
  prompt: z
    .string()
    .trim()
    .min(1)
    .max(4_000)
    .optional()
    .describe('What a summary must hold besides, in your own words; the model gets it with its instructions.'),
  ...shared,
})

const VectorWindow = z.strictObject({
  strategy: z.literal('vector'),
  topK: z.int().min(1).max(200).default(8).describe('Messages to recall at most; each brings its whole exchange.'),
  threshold: z.number().min(0).max(1).default(0).describe('Least likeness of what is recalled.'),
  reach: z
    .enum(['thread', 'subject'])
    .default('thread')
    .describe('Recall within this thread, or in all threads of its subject.'),
  recentMessages: messages
    .optional()
    .describe('Newest messages that are shown whatever they say. Absent: `topK`, where nothing was recalled.'),
  maxTokens,
  ...shared,
})

const parts = [BufferWindow, SlidingWindow, SummarizingWindow, VectorWindow] as const

/** A window that a composite one may be made of. */
const WindowPart = z.discriminatedUnion('strategy', [...parts])

const CompositeWindow = z.strictObject({
  strategy: z.literal('composite'),
  providers: z.array(WindowPart).min(1).max(8).describe('The parts, in the order in which they choose.'),
  mergeStrategy: z
    .enum(['concat', 'interleave', 'priority'])
    .default('concat')
    .describe('What is chosen when the ceiling of all is reached.'),
  maxTokens,
  ...shared,
})

/**
 * W1: what an agent sees, as data: one schema for server, SDK, form and preview. A typo is an error. 0 is legal and
 * gives nothing; an absent limit does not limit. `lastMessages` is accepted for `maxMessages`. `step` and `startOn` of a
 * composite window hold for the providers that set none.
 */
export const Window = z.discriminatedUnion('strategy', [OffWindow, ...parts, CompositeWindow])
export type Window = z.output<typeof Window>

/** Each strategy as it is kept: what its fields are, in which ranges, with which defaults, is read from here alone. */
export const WINDOW_SCHEMAS = {
  off: OffWindow,
  buffer: KeptBufferWindow,
  'sliding-window': SlidingWindow,
  summarizing: SummarizingWindow,
  vector: VectorWindow,
  composite: CompositeWindow,
} as const
