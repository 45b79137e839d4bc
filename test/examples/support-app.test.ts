import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Loci } from '../../sdk/client'
import { type SdkFolder, sdkFolder } from '../support/sdk-folder'
import { type TestServer, testServer } from '../support/server'

const run = promisify(execFile)

const spoken = [
  'ann: Where is order 4711?',
  'classifier: 1 message: question',
  'support: Order 4711 is on its way (message 1).',
  'ann: Is it really?',
  'classifier: 1 message: question',
  'support: Order 4711 is on its way (message 2).',
  'bob: Is it really?',
  'classifier: 1 message: question',
  'support: Which order?',
]

let folder: SdkFolder
let server: TestServer
beforeAll(async () => {
  ;[folder, server] = await Promise.all([sdkFolder(), testServer()])
  await cp('docs/examples/support-app', folder.path, { recursive: true })
}, 60_000)
afterAll(() => Promise.all([folder.remove(), server.close()]))

async function runExample(env: Record<string, string>): Promise<string[]> {
  const { stdout } = await run(process.execPath, [join(folder.path, 'support-app.mjs')], {
    cwd: folder.path,
    env: { ...process.env, LOCI_API_KEY: '', ...env },
  })
  return stdout.trimEnd().split('\n')
}

describe('docs/examples/support-app', () => {
  it('runs as it stands, with a memory in the process', async () => {
    expect(await runExample({})).toEqual([...spoken, 'branch: 2 messages', 'chat: 4 messages', 'nobody: FORBIDDEN'])
  })

  it('runs with a server, twice, and goes on where it was', async () => {
    const key = await server.createKey()
    const env = { LOCI_URL: server.url, LOCI_API_KEY: key }
    expect((await runExample(env)).slice(0, 9)).toEqual(spoken)
    const again = await runExample(env)
    expect(again[2]).toBe('support: Order 4711 is on its way (message 3).')
    expect(again.at(-1)).toBe('nobody: FORBIDDEN')
    const loci = new Loci({ url: server.url, key })
    const counts = async (subject: string) => {
      const { items } = await loci.for({ tenant: 'acme', subject }).threads.list()
      return Object.fromEntries(items.map(({ threadId, messageCount }) => [threadId, messageCount]))
    }
    expect(await counts('ann')).toEqual({ branch: 2, chat: 8 })
    expect(await counts('bob')).toEqual({ chat: 4 })
  })
})
