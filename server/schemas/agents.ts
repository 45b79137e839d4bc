import { z } from 'zod'
import { AgentName } from '../../memory/scope-schema'
import { Window } from '../../memory/window-schema'
import { boundedText, Cursor, PageSize, Timestamp } from './fields'
import { WindowSource } from './memory'

/** One saved setting of the app or of an agent. */
export const ConfigVersionView = z.object({
  version: z.int(),
  window: Window.nullable(),
  storing: z.boolean(),
  allowCallWindow: z.boolean(),
  note: z.string().nullable(),
  author: z.string(),
  createdAt: Timestamp,
})
export type ConfigVersionView = z.infer<typeof ConfigVersionView>

/** What holds for an agent now, and where it came from (W2). Version 0 is the built-in default. */
export const EffectiveConfig = z.object({
  window: Window,
  source: WindowSource,
  version: z.int(),
  storing: z.boolean(),
  allowCallWindow: z.boolean(),
})
export type EffectiveConfig = z.infer<typeof EffectiveConfig>

export const AgentView = z.object({
  name: z.string(),
  threads: z.int(),
  tokens: z.int(),
  /**
   * What its reads of the last seven days (UTC, today included) came to, within 3 %; null where it read nothing, and for
   * callers that do not cover everything.
   */
  readTokens: z.object({ median: z.int(), p95: z.int(), reads: z.int() }).nullable(),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  /** The agent's own newest setting; null while it has none. */
  own: ConfigVersionView.nullable(),
  effective: EffectiveConfig,
})
export type AgentView = z.infer<typeof AgentView>

export const AgentSort = z.strictObject({
  by: z.enum(['name', 'threads', 'tokens', 'readTokens', 'lastSeenAt']),
  order: z.enum(['asc', 'desc']),
})
export type AgentSort = z.infer<typeof AgentSort>

export const ListAgentsInput = z.strictObject({
  /** Part of the name, without case. */
  text: boundedText(256).optional(),
  sort: AgentSort.default({ by: 'name', order: 'asc' }),
  cursor: Cursor.optional(),
  limit: PageSize.default(100),
})
export const ListAgentsOutput = z.object({
  items: z.array(AgentView),
  nextCursor: z.string().nullable(),
  app: z.object({ own: ConfigVersionView.nullable(), effective: EffectiveConfig }),
})

export const GetAgentInput = z
  .strictObject({ agentName: AgentName.optional(), app: z.literal(true).optional() })
  .refine((input) => (input.agentName === undefined) !== (input.app === undefined), {
    message: 'Name an agent, or say app: true.',
  })
export const GetAgentOutput = z.object({
  agent: AgentView.nullable(),
  own: ConfigVersionView.nullable(),
  effective: EffectiveConfig,
  versions: z.array(ConfigVersionView),
})

export const SetWindowInput = z
  .strictObject({
    agentName: AgentName.optional(),
    app: z.literal(true).optional(),
    /** Null inherits: the agent follows the app, the app follows the built-in default. */
    window: Window.nullable(),
    storing: z.boolean().optional(),
    allowCallWindow: z.boolean().optional(),
    note: boundedText(1024).optional(),
    /** Refused with CONFLICT when the newest version is another one (0: none yet). */
    ifVersion: z.int().min(0).optional(),
  })
  .refine((input) => (input.agentName === undefined) !== (input.app === undefined), {
    message: 'Name an agent, or say app: true.',
  })
export type SetWindowInput = z.input<typeof SetWindowInput>
export const SetWindowOutput = z.object({ version: z.int(), effective: EffectiveConfig })
