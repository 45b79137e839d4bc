import { z } from 'zod'
import { AgentName } from '../../memory/scope-schema'
import { boundedText, ScopeView, Timestamp } from './fields'

/** The shortest and the longest time that a rule gives, in days. */
export const RETENTION_DAYS = { min: 1, max: 36_500 } as const

const rule = {
  /** Every thread, an agent's threads, or threads with a tag of their own. */
  kind: z.enum(['all', 'agent', 'tag']),
  /** Of the kind `agent`. */
  agentName: AgentName.optional(),
  /** Of the kind `tag`. */
  tag: z.strictObject({ key: boundedText(128).trim().min(1), value: boundedText(1024) }).optional(),
  /** Days without use: not read, written or changed. */
  days: z.int().min(RETENTION_DAYS.min).max(RETENTION_DAYS.max),
}
export type RetentionKind = z.infer<typeof rule.kind>

/**
 * Threads that nobody has used for so many days go to the trash. Of several rules that fit a thread the most particular
 * counts: a tag's, then its agent's, then the one for all; of several tags the shortest.
 */
export const RetentionRule = z
  .strictObject(rule)
  .refine(({ kind, agentName }) => (kind === 'agent') === (agentName !== undefined), {
    message: 'agentName belongs to the kind agent.',
  })
  .refine(({ kind, tag }) => (kind === 'tag') === (tag !== undefined), { message: 'tag belongs to the kind tag.' })
export type RetentionRule = z.infer<typeof RetentionRule>

export const RetentionRuleView = z.object({
  id: z.uuid(),
  ...rule,
  tag: z.object({ key: z.string(), value: z.string() }).optional(),
  updatedBy: z.string(),
  updatedAt: Timestamp,
})
export type RetentionRuleView = z.infer<typeof RetentionRuleView>

/** `ranAt`: when the rules were last followed, once a day. */
export const ListRetentionOutput = z.object({ items: z.array(RetentionRuleView), ranAt: Timestamp.nullable() })

/** What a rule would put into the trash now, if it held beside the others. */
export const RetentionPreview = z.object({
  threads: z.int(),
  /** As old, and kept by a legal hold. */
  held: z.int(),
  /** Last use of the one that was used the longest time ago. */
  oldestAt: Timestamp.nullable(),
  /** The five that were used the longest time ago. */
  examples: z.array(z.object({ uid: z.uuid(), threadId: z.string(), scope: ScopeView, usedAt: Timestamp })),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const RemoveRetentionInput = z.strictObject({ id: z.uuid() })
export const RemoveRetentionOutput = z.object({ removed: z.union([z.literal(0), z.literal(1)]) })
