import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport, type Transport } from '../sdk/transport'
import { readEnvironment } from '../server/env'
import { keptSecret } from '../server/kept-secret'

/**
 * The installation that runs on this machine's data folder, with the key that it keeps there for this machine's own
 * commands; `url` and `key` name another.
 */
export function connect(options: { url?: string | undefined; key?: string | undefined }): {
  url: string
  key: string | undefined
  call: Transport
} {
  const environment = readEnvironment()
  const url = options.url ?? runningAddress(environment.dataDir) ?? `http://127.0.0.1:${environment.port}`
  const key = options.key ?? environment.apiKey ?? keptSecret(environment.dataDir, 'local-key')
  return { url, key, call: createTransport({ url, key, timeoutMs: 60_000 }) }
}

function runningAddress(dataDir: string): string | undefined {
  try {
    const lock: unknown = JSON.parse(readFileSync(join(dataDir, 'loci.lock'), 'utf8'))
    return typeof lock === 'object' && lock !== null && 'address' in lock ? String(lock.address) : undefined
  } catch {
    return undefined
  }
}
