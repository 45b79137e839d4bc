import { execFileSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { systemEnvironment } from '../env'
import { StartupError } from '../startup-error'

/** The system user that PostgreSQL runs as; `undefined` is the user of this process. */
export type Account = { readonly uid: number; readonly gid: number } | undefined

/**
 * PostgreSQL refuses to run as root, so root hands it to the user `postgres`, made when it is missing; where no user can be
 * made, to `nobody`.
 * @throws StartupError when root finds no user to hand it to
 */
export function databaseAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  const account =
    lookUp('postgres') ?? lookUp('_postgres') ?? (makeUser() ? lookUp('postgres') : undefined) ?? lookUp('nobody')
  if (account) return account
  throw new StartupError(
    'PostgreSQL does not run as root, and there is no user "postgres": make one, or start Loci as another user.',
  )
}

/** Whether the account can enter the folder or run the file, found out by trying. */
export function canReach(account: Account, path: string): boolean {
  if (!account) return true
  try {
    execFileSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], {
      ...account,
      cwd: '/',
      stdio: 'ignore',
      env: systemEnvironment(),
    })
    return true
  } catch {
    return false
  }
}

/** Gives a path to the account. */
export function giveTo(account: Account, path: string): void {
  if (account) chownSync(path, account.uid, account.gid)
}

function lookUp(name: string): Account {
  const [uid, gid] = [idOf('-u', name), idOf('-g', name)]
  return uid && gid ? { uid, gid } : undefined
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  try {
    return (
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) || undefined
    )
  } catch {
    return undefined
  }
}

function makeUser(): boolean {
  const ways = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres'],
    ['adduser', '-S', '-D', '-H', 'postgres'],
  ]
  return ways.some(([command = '', ...args]) => {
    try {
      execFileSync(command, args, { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}
