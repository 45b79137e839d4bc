import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Loci } from '../../sdk/client'
import { type SdkFolder, sdkFolder } from '../support/sdk-folder'
import { type TestServer, testServer } from '../support/server'

const run = promisify(execFile)

const conversation = [
  'user: Hi, my name is Ada.',
  'agent: Hello Ada.',
  'user: Where is parcel 4711?',
  'agent: Parcel 4711 is in Lyon.',
  'user: Do you know who I am?',
  'agent: Hello Ada.',
]

let folder: SdkFolder
let server: TestServer
beforeAll(async () => {
  ;[folder, server] = await Promise.all([sdkFolder(), testServer()])
  await cp('docs/examples/agent-loop', folder.path, { recursive: true })
}, 60_000)
afterAll(() => Promise.all([folder.remove(), server.close()]))

async function runExample(env: Record<string, string>): Promise<string[]> {
  const { stdout } = await run(process.execPath, [join(folder.path, 'agent-loop.mjs')], {
    cwd: folder.path,
    env: { ...process.env, LOCI_API_KEY: '', ...env },
  })
  return stdout.trimEnd().split('\n')
}

const spoken = (lines: readonly string[]) => lines.filter((line) => !line.startsWith(' '))

describe('docs/examples/agent-loop', () => {
  it('runs as it stands, with a memory in the process', async () => {
    const lines = await runExample({})
    expect(spoken(lines)).toEqual(conversation)
    expect(
      lines.filter((line) => line.includes('remembered')).map((line) => Number.parseInt(line.slice(3), 10)),
    ).toEqual([0, 2, 6])
  })

  it('runs with a server, twice, and each message is stored once', async () => {
    const key = await server.createKey()
    const env = { LOCI_URL: server.url, LOCI_API_KEY: key }
    expect(spoken(await runExample(env))).toEqual(conversation)
    expect(spoken(await runExample(env))).toEqual(conversation)
    const { items } = await new Loci({ url: server.url, key })
      .for({ tenant: 'acme', subject: 'ada' })
      .messages.list({ threadId: 'user-ada' })
    const once = ['user', 'assistant', 'user', 'assistant', 'tool', 'assistant', 'user', 'assistant']
    expect(items.map(({ message }) => message.role)).toEqual([...once, ...once])
  })
})
