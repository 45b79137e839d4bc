import { z } from 'zod'
import { ScopePattern } from '../../memory/scope-schema'
import { Timestamp } from './fields'
import { ThreadBrief } from './insights'

/** Reviews that were finished from `after` on, up to but not including `before`. */
export const TeamFiguresInput = z.strictObject({
  scopePattern: ScopePattern.default({ all: true }),
  after: Timestamp,
  before: Timestamp.optional(),
})

/** Reviews with an outcome, and those among them that passed. */
const rated = { reviews: z.int(), passed: z.int(), failed: z.int() }

export const TeamFiguresOutput = z.object({
  /** Living threads that are open, counted up to 10,000, and when the longest waiting of them had its last message. */
  backlog: z.object({ count: z.int(), capped: z.boolean() }),
  oldestAt: Timestamp.nullable(),
  /** The thread that this is. */
  oldest: ThreadBrief.nullable(),
  people: z.array(z.object({ reviewer: z.string(), threads: z.int(), lastAt: Timestamp, ...rated })),
  agents: z.array(z.object({ agentName: z.string().nullable(), ...rated })),
  /** Version 0 is the built-in default; null where the agent had read nothing before it wrote. */
  versions: z.array(z.object({ agentName: z.string().nullable(), configVersion: z.int().nullable(), ...rated })),
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type TeamFigures = z.infer<typeof TeamFiguresOutput>
