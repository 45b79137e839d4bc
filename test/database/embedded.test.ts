import { execFile, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../server/database/embedded'
import { isAlive } from '../../server/database/running-process'

const patienceMs = 60_000
let dataDir: string
let lines: string[]
const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) }

/** Made once, and copied with owners and rights: to make a cluster anew for each test would take most of their time. */
let prepared: string
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'loci prepared '))
  await (await startEmbeddedDatabase({ dataDir: prepared, address: 'nowhere', log: { info() {}, warn() {} } })).stop()
}, patienceMs)
afterAll(() => rmSync(prepared, { recursive: true, force: true }))
beforeEach(() => {
  lines = []
  dataDir = mkdtempSync(join(tmpdir(), 'loci data '))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function start(): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase({ dataDir, address: 'http://127.0.0.1:3000', log })
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function usePrepared(): void {
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir])
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Another process that starts the engine and is then killed, as by `kill -9`. */
async function startAndBeKilled(): Promise<void> {
  const child = fork('test/support/start-engine-and-wait.ts', [dataDir], { execArgv: ['--import', 'tsx'] })
  await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('the embedded engine', () => {
  it('is made once, keeps its data, and asks for a password', { timeout: patienceMs }, async () => {
    const first = await start()
    await ask(first.ownerUrl, 'create table kept (id int)')
    expect(await ask(first.ownerUrl, `select rolsuper from pg_roles where rolname = current_user`)).toEqual([
      { rolsuper: false },
    ])
    await expect(ask(first.ownerUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
    await first.stop()
    await first.stop()
    const second = await start()
    expect(await ask(second.ownerUrl, 'select * from kept')).toEqual([])
    await second.stop()
  })

  it('sorts by code point, knows letters beyond ASCII, syncs, and listens on this machine alone', {
    timeout: patienceMs,
  }, async () => {
    usePrepared()
    const engine = await start()
    expect(
      await ask(
        engine.superuserUrl.replace(/postgres$/, 'loci'),
        `select lower('ÄÉ') as lower, 'Z' < 'a' as by_code_point, current_setting('server_encoding') as encoding,
                current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
                current_setting('listen_addresses') as listens, current_setting('unix_socket_directories') as sockets`,
      ),
    ).toEqual([
      {
        lower: 'äé',
        by_code_point: true,
        encoding: 'UTF8',
        fsync: 'on',
        checksums: 'on',
        listens: '127.0.0.1',
        sockets: '',
      },
    ])
    await engine.stop()
  })

  it('refuses a second start on the same folder with the process id and address of the first', {
    timeout: patienceMs,
  }, async () => {
    usePrepared()
    const first = await start()
    await expect(start()).rejects.toThrow(`process ${process.pid}, http://127.0.0.1:3000`)
    await first.stop()
  })

  it('goes on with the server that a killed process left running', { timeout: patienceMs }, async () => {
    usePrepared()
    await startAndBeKilled()
    const left = postmasterPid()
    expect(isAlive(left)).toBe(true)
    const engine = await start()
    expect(postmasterPid()).toBe(left)
    expect(lines).toContainEqual(expect.stringContaining(`process ${left}`))
    await engine.stop()
    expect(isAlive(left)).toBe(false)
  })

  it('starts over a server that was killed too', { timeout: patienceMs }, async () => {
    usePrepared()
    await startAndBeKilled()
    const left = postmasterPid()
    process.kill(left, 'SIGKILL')
    const engine = await start()
    expect(postmasterPid()).not.toBe(left)
    expect(await ask(engine.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    await engine.stop()
  })

  it('starts when the process id in postmaster.pid belongs to another program', { timeout: patienceMs }, async () => {
    usePrepared()
    const first = await start()
    const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    await first.stop()
    const stranger = execFile('sleep', ['60'])
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), [stranger.pid, ...lines.slice(1)].join('\n'))
    const second = await start()
    expect(await ask(second.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
    stranger.kill()
  })

  it('says one line when the data was made by another major version', { timeout: patienceMs }, async () => {
    usePrepared()
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/made by PostgreSQL 17, and this Loci brings \d+/)
  })
})
