import { uuidv7 } from 'uuidv7'
import type { Principal } from '../../server/auth/principal'
import type { OperatorRole } from '../../server/schemas/setup'
import { insertOperator } from '../../server/store/operators'
import { inTransaction } from '../../server/store/transaction'
import type { TestDatabase } from './database'

/** Somebody of this name and role, whom the database knows and no other test has. */
export async function colleague(
  database: TestDatabase,
  { name, role = 'reviewer' }: { name: string; role?: OperatorRole },
): Promise<Extract<Principal, { kind: 'operator' }>> {
  const id = uuidv7()
  const email = `${name.toLowerCase()}-${id}@example.com`
  await inTransaction(database.pools.application, (client) =>
    insertOperator(client, { id, email, name, role, passwordHash: '', accountRowId: uuidv7() }),
  )
  return { kind: 'operator', id, email, name, role, tenants: null }
}
