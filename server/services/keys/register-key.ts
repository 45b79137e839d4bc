import { uuidv7 } from 'uuidv7'
import { hashApiKey, prefixOf } from '../../auth/api-key-format'
import { KeyRight } from '../../schemas/keys'
import { appendAuditEvent } from '../../store/audit'
import { findKeyByHash, insertKey } from '../../store/keys'
import { inTransaction } from '../../store/transaction'
import type { Services } from '../context'

/** Registers LOCI_API_KEY at start: everywhere, every right. A key that somebody revoked stays revoked, and the log says so. */
export async function registerKey({ database, log }: Services, key: string): Promise<void> {
  const pool = database.pools.application
  const hash = hashApiKey(key)
  const known = await findKeyByHash(pool, hash)
  if (known?.revokedAt) log.warn('keys: LOCI_API_KEY was revoked and stays so: choose another key')
  if (known) return
  await inTransaction(pool, async (client) => {
    const inserted = await insertKey(client, {
      id: uuidv7(),
      name: 'LOCI_API_KEY',
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
