import { hashPassword } from 'better-auth/crypto'
import { uuidv7 } from 'uuidv7'
import { assertPassword } from '../../auth/password-rules'
import { LociError } from '../../errors'
import { appendAuditEvent } from '../../store/audit'
import { findSetupToken, lockSetupToken, markSetUp } from '../../store/installation'
import { hasOperators, insertOperator } from '../../store/operators'
import { inTransaction } from '../../store/transaction'
import type { Services } from '../context'

export interface FirstAdmin {
  email: string
  name: string
  password: string
}

/**
 * Makes the first admin, once: two callers at the same time wait for each other, and the second is refused.
 *
 * @param mayProceed decides on the stored token's hash; it throws to refuse.
 * @throws CONFLICT when there is an operator already, INVALID_INPUT for a weak password.
 */
export async function makeFirstAdmin(
  { database }: Pick<Services, 'database'>,
  admin: FirstAdmin,
  { requestId, mayProceed }: { requestId: string; mayProceed: (tokenHash: Buffer | null) => void },
): Promise<void> {
  const email = admin.email.toLowerCase()
  const pool = database.pools.application
  if (await hasOperators(pool)) throw alreadySetUp()
  mayProceed(await findSetupToken(pool))
  assertPassword(admin.password, email)
  // Hashing takes a while on purpose, so it happens before the row is locked.
  const passwordHash = await hashPassword(admin.password)
  await inTransaction(pool, async (client) => {
    const tokenHash = await lockSetupToken(client)
    if (await hasOperators(client)) throw alreadySetUp()
    mayProceed(tokenHash)
    const id = uuidv7()
    await insertOperator(client, { id, email, name: admin.name, role: 'admin', passwordHash, accountRowId: uuidv7() })
    await markSetUp(client)
    await appendAuditEvent(
      client,
      { principal: { kind: 'system' }, requestId },
      { action: 'setup.complete', objectKind: 'operator', objectId: id, details: { role: 'admin' } },
    )
  })
}

export function alreadySetUp(): LociError {
  return new LociError('CONFLICT', 'Loci is set up already: sign in.')
}
