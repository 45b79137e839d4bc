import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashPassword } from 'better-auth/crypto'
import pg from 'pg'
import { keptSecret } from '../../server/kept-secret'
import type { OperatorRole } from '../../server/schemas/setup'
import type { Product } from './product'
import type { Admin } from './signed-in'

/** Runs statements on a product's own database, above row-level security. */
export async function inDatabaseOf<T>(product: Product, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { dataDir } = product
  const note = join(dataDir, 'database-place')
  const home = existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDir
  const port = Number(readFileSync(join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3])
  const password = keptSecret(dataDir, 'database-superuser')
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'loci' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Somebody else who works at the desk of this product. */
export async function addColleague(
  product: Product,
  { name, role = 'reviewer' }: { name: string; role?: OperatorRole },
): Promise<Admin & { id: string; name: string }> {
  const id = randomUUID()
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${id.slice(0, 6)}@loci.test`
  const password = 'seven slow blue lanterns'
  const hash = await hashPassword(password)
  await inDatabaseOf(product, async (client) => {
    await client.query('INSERT INTO operator (id, name, email, role) VALUES ($1, $2, $3, $4)', [id, name, email, role])
    await client.query(
      `INSERT INTO operator_account (id, account_id, provider_id, user_id, password) VALUES ($1, $2, 'credential', $2, $3)`,
      [randomUUID(), id, hash],
    )
  })
  return { id, name, email, password }
}
