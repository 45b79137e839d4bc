import { createHmac } from 'node:crypto'
import pg from 'pg'
import { StartupError } from '../startup-error'
import { scramVerifier } from './scram'
import type { StartupLog } from './startup-log'

/** The role that serves requests: neither owner nor superuser, so that row-level security holds for it. */
export const applicationRole = 'loci_app'

/** Tables that the application may add to and read, never change. */
const appendOnlyTables = ['audit_event', 'erasure_receipt']
const oldestVersion = 14
const insufficientPrivilege = '42501'

export interface Role {
  readonly name: string
  /** Row-level security does not hold for it. */
  readonly passesRowSecurity: boolean
}

/**
 * Who a connection URL is.
 * @param variable named in the error
 * @throws StartupError when the server does not answer, does not let the role in, or is older than PostgreSQL 14
 */
export async function roleOf(url: string, variable: string): Promise<Role> {
  const client = newClient(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string; strong: boolean; version: number }>(
      `select rolname as name, rolsuper or rolbypassrls as strong, current_setting('server_version_num')::int / 10000 as version
       from pg_roles where rolname = current_user`,
    )
    const role = rows[0]
    if (!role) throw new StartupError(`${variable}: the server does not know its own role.`)
    if (role.version < oldestVersion) {
      throw new StartupError(`${variable} is PostgreSQL ${role.version}: Loci needs ${oldestVersion} or later.`)
    }
    return { name: role.name, passesRowSecurity: role.strong }
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The database does not let Loci in (${messageOf(error)}): check ${variable}.`)
  } finally {
    await client.end().catch(() => {})
  }
}

export interface ApplicationRoleOptions {
  readonly ownerUrl: string
  /** The password of the role is made from the owner's, or from this where the owner's URL has none. */
  readonly secret: string
  readonly log: StartupLog
}

/**
 * Makes the application role, and says how to connect with it. All processes with the same owner come to the same password.
 * Where the owner may not make roles it says so once and returns `undefined`: reduced mode, the owner serves.
 */
export async function ensureApplicationRole({
  ownerUrl,
  secret,
  log,
}: ApplicationRoleOptions): Promise<string | undefined> {
  const key = decodeURIComponent(new URL(ownerUrl).password) || secret
  const password = createHmac('sha256', key).update('loci application role').digest('base64url')
  const applicationUrl = withUser(ownerUrl, applicationRole, password)
  if (await connects(applicationUrl)) return applicationUrl
  const client = newClient(ownerUrl)
  try {
    await client.connect()
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [applicationRole])
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [applicationRole])
    const start = rowCount ? `alter role ${applicationRole}` : `create role ${applicationRole} nosuperuser nobypassrls`
    await client.query(`${start} login password ${client.escapeLiteral(scramVerifier(password))}`)
    await client.query('commit')
    return applicationUrl
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error
    log.warn(
      `database: the owner may not make the role ${applicationRole}, so it serves itself and row-level security does not hold: put the owner in DATABASE_OWNER_URL and an ordinary role in DATABASE_URL`,
    )
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/** What the role may do with tables, sequences and functions of the schema, now and when the owner adds some. */
export async function grantTo(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  const { rows: database } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  await client.query(`
    grant connect on database ${database[0]?.name} to ${name};
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage, select on all sequences in schema public to ${name};
    grant execute on all functions in schema public to ${name};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${name};
    alter default privileges in schema public grant usage, select on sequences to ${name};
    alter default privileges in schema public grant execute on functions to ${name};
  `)
  const { rows } = await client.query<{ name: string; readable: boolean }>(
    `select quote_ident(relname) as name, relname = '_prisma_migrations' as readable from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and (relname = '_prisma_migrations' or relname = any($1))`,
    [appendOnlyTables],
  )
  for (const { name: table, readable } of rows) {
    await client.query(`revoke ${readable ? 'insert, ' : ''}update, delete on ${table} from ${name}`)
  }
}

function withUser(url: string, user: string, password: string): string {
  const changed = new URL(url)
  changed.username = encodeURIComponent(user)
  changed.password = encodeURIComponent(password)
  return changed.href
}

async function connects(url: string): Promise<boolean> {
  const client = newClient(url)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  // A connection that breaks between two statements is told by the next one.
  client.on('error', () => {})
  return client
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}
