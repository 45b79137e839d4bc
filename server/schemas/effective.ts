import { z } from 'zod'
import { AgentName, ScopeInput, ThreadId } from '../../memory/scope-schema'
import { Window } from '../../memory/window-schema'
import { boundedText } from './fields'
import { MESSAGE_LIMIT, WindowSource } from './memory'

/**
 * For whom: an agent, with `app: true` all agents without a setting of their own, or a thread (by uid, or by id within its
 * scope), whose agent is the one that wrote it unless `agentName` names another. `call` is a read as one would ask for it.
 */
export const EffectiveInput = z
  .strictObject({
    app: z.literal(true).optional(),
    agentName: AgentName.optional(),
    uid: z.uuid().optional(),
    threadId: ThreadId.optional(),
    scope: ScopeInput.optional(),
    call: z
      .strictObject({
        window: Window.optional(),
        limit: z.int().min(0).max(MESSAGE_LIMIT).optional(),
        query: boundedText(1024).optional(),
      })
      .optional(),
  })
  .refine(
    ({ app, agentName, uid, threadId }) => {
      const threads = Number(uid !== undefined) + Number(threadId !== undefined)
      return app ? agentName === undefined && threads === 0 : threads < 2 && (threads === 1 || agentName !== undefined)
    },
    { message: 'Name an agent, a thread, or say app: true.' },
  )

const SettingNotice = z.object({ effect: z.enum(['none', 'with-query', 'leaves-nothing', 'unmet']), why: z.string() })

/** One setting as it holds: `providers.0.maxTokens` is one of a composite window's part. */
const EffectiveSetting = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  source: WindowSource,
  version: z.int(),
  /** Why it does not do what it seems to do; null where it does. */
  notice: SettingNotice.nullable(),
})

const SettingLayer = z.object({
  source: WindowSource,
  version: z.int(),
  /** Null sets none. */
  window: Window.nullable(),
  isInForce: z.boolean(),
  why: z.string().nullable(),
})

export const EffectiveOutput = z.object({
  agentName: z.string().nullable(),
  window: Window,
  source: WindowSource,
  version: z.int(),
  settings: z.array(EffectiveSetting),
  /** From the most general to the most particular. */
  layers: z.array(SettingLayer),
})
export type EffectiveOutput = z.infer<typeof EffectiveOutput>
