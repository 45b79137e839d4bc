import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { hashApiKey, makeApiKey, prefixOf } from '../../auth/api-key-format'
import { actorName } from '../../auth/principal'
import { LociError } from '../../errors'
import type { CreateKeyInput, CreateKeyOutput } from '../../schemas/keys'
import { appendAuditEvent } from '../../store/audit'
import { insertKey } from '../../store/keys'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { coversKey } from './key-cover'
import { toKeyView } from './key-view'

/**
 * Makes a key and shows it, this once.
 *
 * @throws FORBIDDEN when a key asks for more than it has itself, INVALID_INPUT for an expiry that has passed.
 */
export async function createKey(
  ctx: ServiceContext,
  input: z.output<typeof CreateKeyInput>,
): Promise<z.infer<typeof CreateKeyOutput>> {
  const { name, reach, rights, agents } = input
  if (!coversKey(ctx.principal, { reach, rights, agents })) {
    const isDeveloper = ctx.principal.kind === 'operator' && ctx.principal.role === 'developer'
    throw new LociError(
      'FORBIDDEN',
      isDeveloper
        ? 'Developers make keys for agents: name at least one, leave the right "admin" out, stay within your tenants.'
        : 'This key would reach further than you: stay within your own reach, rights and agents.',
    )
  }
  const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt)
  if (expiresAt !== null && expiresAt <= new Date()) {
    throw new LociError('INVALID_INPUT', 'expiresAt: lies in the past.')
  }
  const key = makeApiKey()
  const stored = await inTransaction(ctx.database.pools.application, async (client) => {
    const inserted = await insertKey(client, {
      id: uuidv7(),
      name,
      prefix: prefixOf(key),
      hash: hashApiKey(key),
      reach,
      rights: [...new Set(rights)],
      agents: [...new Set(agents)],
      createdBy: actorName(ctx.principal),
      expiresAt,
    })
    if (!inserted) throw new TypeError('two keys with one hash')
    await appendAuditEvent(client, ctx, {
      action: 'keys.create',
      objectKind: 'key',
      objectId: inserted.id,
      details: { name, reach, rights, agents, expiresAt: expiresAt?.toISOString() ?? null },
    })
    return inserted
  })
  return { key, view: toKeyView(stored) }
}
