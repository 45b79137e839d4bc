import { z } from 'zod'
import { AgentName } from '../../memory/scope-schema'
import { Window } from '../../memory/window-schema'
import { EffectiveConfig } from './agents'
import { boundedText, Cursor, ScopeView, Timestamp } from './fields'
import { SummaryReason } from './summaries'

/** An agent by name, or with `app: true` all agents without a window of their own. */
const agentOrApp = { agentName: AgentName.optional(), app: z.literal(true).optional() }
const namesOne = (input: { agentName?: string | undefined; app?: true | undefined }) =>
  (input.agentName === undefined) !== (input.app === undefined)
const oneNamed = { message: 'Name an agent, or say app: true.' }

/** Messages of a thread that a preview holds at most: the newest, with the first 1,000 and what is pinned. */
export const PREVIEW_MESSAGES = 10_000

/** On which of the agent's threads a window is tried: the one named, or the one with most messages, or the last written. */
export const PreviewWindowInput = z
  .strictObject({
    ...agentOrApp,
    uid: z.uuid().optional(),
    pick: z.enum(['newest', 'longest']).default('newest'),
    /** What windows that recall are asked; blank asks nothing. */
    query: boundedText(1024).optional(),
  })
  .refine(namesOne, oneNamed)

/** What a window decides on, without texts: seq, role, turn, tokens, running tokens, call ids, answered call, empty, pinned. */
const PreviewRow = z.tuple([
  z.int(),
  z.string(),
  z.int(),
  z.int(),
  z.int(),
  z.array(z.string()),
  z.string().nullable(),
  z.boolean(),
  z.boolean(),
])
export type PreviewRow = z.infer<typeof PreviewRow>

export const PreviewThread = z.object({
  uid: z.uuid(),
  threadId: z.string(),
  scope: ScopeView,
  title: z.string().nullable(),
  agentName: z.string().nullable(),
  messageCount: z.int(),
  tokenCount: z.int(),
  counter: z.string(),
  lastTurn: z.int(),
  lastTurnSeq: z.int(),
  turnOpen: z.boolean(),
  /** It has a window of its own, so that the agent's does not reach it (W2). */
  hasOwnWindow: z.boolean(),
})

/** A message that the question recalls, with its exchange, and its place in the list of each reach. */
export const PreviewHit = z.object({
  threadUid: z.uuid(),
  seq: z.int(),
  seqs: z.array(z.int()),
  found: z.array(z.object({ reach: z.enum(['thread', 'subject']), rank: z.int(), score: z.number() })),
  /** Of the exchange, where it is of another thread of the subject; else null. */
  elsewhere: z.array(PreviewRow).nullable(),
})

export const PreviewWindowOutput = z.object({
  /** What holds for the agent now. */
  saved: EffectiveConfig,
  /** Null while the agent has no thread. */
  thread: PreviewThread.nullable(),
  rows: z.array(PreviewRow),
  summary: z.object({ version: z.int(), toSeq: z.int(), tokens: z.int() }).nullable(),
  /** Up to 200 of each reach, whatever a window asks for; null without a question. */
  recalled: z.array(PreviewHit).nullable(),
})
export type PreviewWindowOutput = z.infer<typeof PreviewWindowOutput>

export const TrySummaryInput = z
  .strictObject({
    ...agentOrApp,
    /** The thread to sum up. */
    uid: z.uuid(),
    /** The draft: a summarizing window, or a composite one with such a part. */
    window: Window,
  })
  .refine(namesOne, oneNamed)

/** The first summary that a window would make of a thread; nothing of it is stored. */
export const TrySummaryOutput = z.object({
  /** Null where the model gave none that can stand: then `reason` says why. */
  text: z.string().nullable(),
  reason: SummaryReason.nullable(),
  /** Of the text. */
  tokens: z.int(),
  /** Of the messages that it stands for, from the first one to `toSeq`. */
  sourceTokens: z.int(),
  toSeq: z.int(),
  milliseconds: z.int(),
  model: z.string(),
})

/** Threads that an impact looks at, at most, and unless said otherwise. */
export const IMPACT_THREADS = 100_000

export const ImpactInput = z
  .strictObject({
    ...agentOrApp,
    /** The draft; null inherits. */
    window: Window.nullable(),
    /** How many threads to look at, of those there are; the answer says how many it were. */
    sample: z.int().min(1).max(IMPACT_THREADS).default(IMPACT_THREADS),
  })
  .refine(namesOne, oneNamed)

const Distribution = z.object({ median: z.number(), p95: z.number(), min: z.number(), max: z.number() })
const Growth = z.object({
  reads: z.int(),
  messages: z.int(),
  tokens: z.int(),
  cachedTokens: z.int(),
  startMoves: z.int(),
  overBudget: z.int(),
})
const Figures = z.object({ messages: z.int(), tokens: z.int() })

/** What a job of the kind `agents-impact` results in. Messages and tokens are those of one read without a question. */
export const ImpactResult = z.object({
  /** What held when it was looked at, and its version. */
  saved: z.object({ window: Window, source: z.string(), version: z.int() }),
  draft: Window,
  /** Threads that were looked at, and how many the agent has; those with a window of their own are not among them. */
  threads: z.int(),
  of: z.int(),
  /** Threads of which a read loses messages, gains messages, or both. */
  lose: z.int(),
  gain: z.int(),
  overBudget: z.object({ saved: z.int(), draft: z.int() }),
  messages: z.object({ saved: Distribution, draft: Distribution }),
  tokens: z.object({ saved: Distribution, draft: Distribution }),
  /** The past reads of some of the threads, gone through under both windows. */
  growth: z.object({ threads: z.int(), saved: Growth, draft: Growth }),
  /** Writes of the last 7 days in the threads of `growth`, by which to estimate what a day costs; per thread and day. */
  readsPerThreadAndDay: z.number(),
  /** The most affected ones first, at most 50. */
  affected: z.array(z.object({ uid: z.uuid(), saved: Figures, draft: Figures, lost: z.int(), gained: z.int() })),
})
export type ImpactResult = z.infer<typeof ImpactResult>

export const ReplayInput = z
  .strictObject({
    ...agentOrApp,
    /** What to compare; absent: what holds now. */
    left: Window.optional(),
    right: Window,
    cursor: Cursor.optional(),
    /** Threads of a page, the last written first. */
    limit: z.int().min(1).max(20).default(10),
  })
  .refine(namesOne, oneNamed)

export const ReplayedRead = z.object({
  entryId: z.uuid(),
  at: Timestamp,
  runId: z.string().nullable(),
  /** Messages that the thread held. */
  totalMessages: z.int(),
  /** What was in fact handed out; null where the agent wrote without saying what it had read. */
  given: z.object({ messages: z.int(), source: z.string(), configVersion: z.int() }).nullable(),
  left: Figures.extend({ overBudget: z.boolean() }),
  right: Figures.extend({ overBudget: z.boolean() }),
  /** Messages that only the left shows, and only the right. */
  lost: z.int(),
  gained: z.int(),
})

export const ReplayOutput = z.object({
  items: z.array(
    z.object({
      uid: z.uuid(),
      threadId: z.string(),
      scope: ScopeView,
      title: z.string().nullable(),
      messageCount: z.int(),
      /** Longer than 10,000 messages: its reads are not gone through. */
      isTooLong: z.boolean(),
      /** The newest 20, newest first. */
      reads: z.array(ReplayedRead),
    }),
  ),
  nextCursor: z.string().nullable(),
})
export type ReplayOutput = z.infer<typeof ReplayOutput>

export const RestoreVersionInput = z
  .strictObject({
    ...agentOrApp,
    version: z.int().min(1),
    note: z.string().max(1024).optional(),
    /** Refused with CONFLICT when the newest version is another one. */
    ifVersion: z.int().min(0).optional(),
  })
  .refine(namesOne, oneNamed)
