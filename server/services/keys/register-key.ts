import { uuidv7 } from 'uuidv7'
import { hashApiKey, prefixOf } from '../../auth/api-key-format'
import { KeyRight } from '../../schemas/keys'
import { appendAuditEvent } from '../../store/audit'
import { findKeyByHash, insertKey } from '../../store/keys'
import { inTransaction } from '../../store/transaction'
import type { Services } from '../context'

/**
 * Registers a key that the machine's owner chose (LOCI_API_KEY, or the one of this machine's own commands): everywhere,
 * every right. One that somebody revoked stays revoked, and the log says so.
 */
export async function registerKey({ database, log }: Services, { name, key }: { name: string; key: string }) {
  const pool = database.pools.application
  const hash = hashApiKey(key)
  const known = await findKeyByHash(pool, hash)
  if (known?.revokedAt) log.warn(`keys: ${name} was revoked and stays so: choose another key`)
  if (known) return
  await inTransaction(pool, async (client) => {
    const inserted = await insertKey(client, {
      id: uuidv7(),
      name,
      prefix: prefixOf(key),
      hash,
      reach: { kind: 'all' },
      rights: [...KeyRight.options],
      agents: [],
      createdBy: 'system',
      expiresAt: null,
    })
    if (!inserted) return
    await appendAuditEvent(
      client,
      { principal: { kind: 'system' } },
      { action: 'keys.register', objectKind: 'key', objectId: inserted.id },
    )
  })
}
