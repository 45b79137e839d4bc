import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Loci } from '../../sdk/client'
import { type ModelEndpoint, modelEndpoint } from '../support/model-endpoint'
import { type SdkFolder, sdkFolder } from '../support/sdk-folder'
import { type TestServer, testServer } from '../support/server'

const run = promisify(execFile)

let folder: SdkFolder
let server: TestServer
let endpoint: ModelEndpoint
beforeAll(async () => {
  ;[folder, server, endpoint] = await Promise.all([sdkFolder(), testServer(), modelEndpoint()])
  await cp('docs/examples/openai-by-hand', folder.path, { recursive: true })
}, 60_000)
afterAll(() => Promise.all([folder.remove(), server.close(), endpoint.close()]))

const call = {
  role: 'assistant',
  content: null,
  refusal: null,
  annotations: [],
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'find_parcel', arguments: '{"number":"4711"}' } }],
}

describe('docs/examples/openai-by-hand', () => {
  it('runs as it stands, and remembers what was said and found', async () => {
    const key = await server.createKey()
    const runExample = async (...inputs: string[]) => {
      const { stdout } = await run(process.execPath, [join(folder.path, 'openai-by-hand.mjs'), ...inputs], {
        cwd: folder.path,
        env: {
          ...process.env,
          LOCI_API_KEY: key,
          LOCI_URL: server.url,
          OPENAI_API_KEY: 'sk-of-a-test',
          OPENAI_BASE_URL: endpoint.baseUrl,
          OPENAI_MODEL: 'a model',
        },
      })
      return stdout.trimEnd().split('\n')
    }
    endpoint.behave(
      { kind: 'raw', body: JSON.stringify({ choices: [{ message: call }] }) },
      { kind: 'answer', text: ({ messages }) => `It says: ${messages.at(-1)?.content}` },
    )
    expect(await runExample('Where is parcel 4711?')).toEqual([
      'user: Where is parcel 4711?',
      'agent: It says: Parcel 4711 is in Lyon.',
    ])
    endpoint.behave({ kind: 'answer', text: ({ messages }) => `${messages.length} messages` })
    expect(await runExample('Still?', 'And now?')).toEqual([
      'user: Still?',
      'agent: 6 messages',
      'user: And now?',
      'agent: 8 messages',
    ])
    const { items } = await new Loci({ url: server.url, key })
      .for({ tenant: 'acme', subject: 'ada' })
      .messages.list({ threadId: 'parcels-of-ada' })
    expect(items.map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
    ])
    expect(items[1]?.message).toMatchObject({
      content: null,
      annotations: [],
      toolCalls: [{ id: 'call_1', type: 'function', name: 'find_parcel', arguments: '{"number":"4711"}' }],
    })
    expect(endpoint.requests.map(({ path, authorization }) => [path, authorization])).toContainEqual([
      '/v1/chat/completions',
      'Bearer sk-of-a-test',
    ])
  })
})
