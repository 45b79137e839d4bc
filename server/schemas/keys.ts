import { z } from 'zod'
import { AgentName } from '../../memory/scope-schema'
import { boundedText, Timestamp } from './fields'

export const KeyRight = z.enum(['read', 'write', 'delete', 'admin'])
export type KeyRight = z.infer<typeof KeyRight>

/** What a key covers (S2): one exact scope, any subject of a tenant, or everything. */
export const KeyReach = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('scope'), tenant: boundedText(64).min(1), subject: boundedText(512) }),
  z.strictObject({ kind: z.literal('tenant'), tenant: boundedText(64).min(1) }),
  z.strictObject({ kind: z.literal('all') }),
])
export type KeyReach = z.infer<typeof KeyReach>

export const CreateKeyInput = z.strictObject({
  name: boundedText(256).min(1),
  reach: KeyReach,
  rights: z.array(KeyRight).min(1).default(['read', 'write', 'delete']),
  agents: z.array(AgentName).max(64).default([]),
  expiresAt: Timestamp.optional(),
})
export type CreateKeyInput = z.input<typeof CreateKeyInput>

export const KeyView = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  reach: KeyReach,
  rights: z.array(KeyRight),
  agents: z.array(z.string()),
  createdBy: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
})
export type KeyView = z.infer<typeof KeyView>

/** The only time the key itself is shown. */
export const CreateKeyOutput = z.object({ key: z.string(), view: KeyView })
export const ListKeysOutput = z.object({ items: z.array(KeyView) })
export const RevokeKeyInput = z.strictObject({ id: z.uuid() })
