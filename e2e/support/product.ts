import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface Product {
  /** Without a slash at the end. */
  readonly url: string
  readonly dataDir: string
  /** Everything the process has printed until now, such as the one-time set-up link. */
  output(): string
}

export interface ProductOptions {
  /** More environment, such as LOCI_ADMIN_EMAIL. */
  readonly env?: Readonly<Record<string, string>>
}

export interface RunningProduct extends Product {
  /** Stops it as Ctrl-C would and deletes its data. */
  stop(): Promise<void>
}

const patienceMs = 180_000

/** Starts the real product by its own command, on a free port and an empty data folder. */
export async function startProduct({ env = {} }: ProductOptions = {}): Promise<RunningProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loci-e2e-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', LOCI_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const keep = (chunk: Buffer) => {
    printed += chunk.toString('utf8')
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const url = `http://127.0.0.1:${port}`
  await untilReady(child, `${url}/api/health/ready`, () => printed)
  return {
    url,
    dataDir,
    output: () => printed,
    stop: async () => {
      if (child.exitCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGTERM')
        await exited
      }
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ChildProcess, address: string, printed: () => string): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(address).catch(() => undefined)
    // The address is printed last, when the pages answer too.
    if (answer?.ok && printed().includes('Stop it with Ctrl-C')) return
    await delay(100)
  }
  child.kill('SIGKILL')
  throw new Error(`the product did not start:\n${printed()}`)
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
