import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Is PostgreSQL's own load generator installed? */
export function hasPgbench(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0
}

/** Operations a second of a script with prepared statements, as pgbench counts them. It runs whole seconds only. */
export function pgbench(url: string, script: string): (clients: number, milliseconds: number) => Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'loci-pgbench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  return async (clients, milliseconds) => {
    const seconds = Math.max(1, Math.round(milliseconds / 1000))
    const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds), '-f', file, url]
    const { stdout } = await run('pgbench', options)
    const rate = /tps = ([\d.]+) \(without/.exec(stdout)?.[1] ?? /tps = ([\d.]+)/.exec(stdout)?.[1]
    if (rate === undefined) throw new Error(`pgbench said no rate: ${stdout}`)
    return Number(rate)
  }
}
