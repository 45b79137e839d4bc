import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { systemEnvironment } from '../env'
import { StartupError } from '../startup-error'
import type { Account } from './embedded-account'
import { isAlive, programOf } from './running-process'

/** A running server process of the embedded PostgreSQL. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
}

export interface Cluster {
  readonly folder: string
  readonly account: Account
  readonly postgres: string
  readonly superuser: { readonly user: string; readonly password: string }
  /** Server settings, as `postgres -c name=value`. */
  readonly settings: Readonly<Record<string, string>>
  /** Where the first lines of a start go, before the server keeps its own log. */
  readonly startLog: string
}

const patienceMs = 20_000

/** The server that a killed process left behind and that still serves this folder; a dead one's file is cleared away. */
export async function adoptPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const left = readPidFile(cluster.folder)
  if (!left) return undefined
  const deadline = Date.now() + patienceMs
  while (isAlive(left.pid) && readPidFile(cluster.folder)?.pid === left.pid) {
    const program = programOf(left.pid)
    if (program !== undefined && !program.startsWith('postgres')) break
    if (left.port && (await answers(cluster, left.port))) return { pid: left.pid, port: left.port }
    if (Date.now() > deadline) {
      throw new StartupError(
        `Process ${left.pid} holds the database in ${cluster.folder} and does not answer: stop it, then start again.`,
      )
    }
    await delay(50)
  }
  if (readPidFile(cluster.folder)?.pid === left.pid) rmSync(join(cluster.folder, 'postmaster.pid'), { force: true })
  return undefined
}

/**
 * Starts a server on a free port of 127.0.0.1 and waits until it answers. It is tried again, since right after a killed
 * server its children can hold the folder for a moment.
 * @throws StartupError with what the server said last
 */
export async function startPostmaster(cluster: Cluster): Promise<Postmaster> {
  const deadline = Date.now() + patienceMs
  for (let attempt = 1; ; attempt += 1) {
    const started = await tryStart(cluster, deadline)
    if (started) return started
    if (attempt === 6 || Date.now() > deadline) {
      throw new StartupError(
        `PostgreSQL did not start in ${cluster.folder}: ${lastLine(cluster.startLog)} (${cluster.startLog})`,
      )
    }
    await delay(200 * attempt)
  }
}

/** A fast shutdown: open statements are rolled back, everything committed is on disk. */
export async function stopPostmaster({ pid }: Postmaster): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
  ]
  for (const [signal, waitMs] of steps) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    const deadline = Date.now() + waitMs
    while (isAlive(pid) && Date.now() < deadline) await delay(5)
  }
}

async function tryStart(cluster: Cluster, deadline: number): Promise<Postmaster | undefined> {
  const port = await freePort()
  const settings = Object.entries({ ...cluster.settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const output = openSync(cluster.startLog, 'w', 0o600)
  // A process group of its own: Ctrl-C in the terminal reaches Loci alone, which drains first and then stops the database.
  const child = spawn(cluster.postgres, ['-D', cluster.folder, ...settings], {
    ...cluster.account,
    cwd: cluster.folder,
    env: systemEnvironment(),
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  let running = true
  child.once('exit', () => {
    running = false
  })
  child.once('error', () => {
    running = false
  })
  child.unref()
  while (running && Date.now() < deadline) {
    if (child.pid && (await answers(cluster, port))) return { pid: child.pid, port }
    await delay(10)
  }
  if (running && child.pid) await stopPostmaster({ pid: child.pid, port })
  return undefined
}

/** Whether our server, on our folder, answers there with our password. */
async function answers(cluster: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({
    ...cluster.superuser,
    host: '127.0.0.1',
    port,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    return rows[0]?.folder === cluster.folder
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function readPidFile(folder: string): { pid: number; port: number | undefined } | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, port: Number(lines[3]) || undefined } : undefined
  } catch {
    return undefined
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}

function lastLine(path: string): string {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.findLast((line) => /FATAL|ERROR|PANIC/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
}
