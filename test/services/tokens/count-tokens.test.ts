import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countMessageTokens } from '../../../memory/token-counter'
import { call } from '../../support/call'
import { type TestServer, testServer } from '../../support/server'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

const count = (body: object) => call(server, 'tokens.count', { key, body })

describe('tokens.count', () => {
  it('T3: counts text, and messages with 4 each besides what they say, and names the counter', async () => {
    expect((await count({ text: 'hello world' })).data).toEqual({ tokens: 2, counter: 'o200k_base' })
    const messages = [
      { role: 'user', content: 'hello world' },
      { role: 'assistant', content: null, toolCalls: [{ id: 'c', name: 'look', arguments: { q: 'x' } }] },
    ] as const
    const expected =
      countMessageTokens(messages[0]) + countMessageTokens({ ...messages[1], toolCalls: [...messages[1].toolCalls] })
    expect((await count({ messages })).data).toEqual({ tokens: expected, counter: 'o200k_base' })
    expect((await count({ messages: [] })).data).toMatchObject({ tokens: 0 })
  })

  it('T3: special tokens are plain text, and one repeated character costs linear time', async () => {
    expect((await count({ text: '<|endoftext|>' })).data).toMatchObject({ tokens: expect.any(Number) })
    const since = performance.now()
    expect((await count({ text: 'a'.repeat(400_000) })).status).toBe(200)
    expect(performance.now() - since).toBeLessThan(2_000)
  })

  it('refuses both, neither, what is no message, and who has no right to read', async () => {
    for (const body of [{}, { text: 'a', messages: [] }, { messages: [{ role: 'robot' }] }, { txt: 'a' }])
      expect((await count(body)).code).toBe('INVALID_INPUT')
    const writer = await server.createKey(undefined, ['write'])
    expect((await call(server, 'tokens.count', { key: writer, body: { text: 'a' } })).code).toBe('FORBIDDEN')
    expect((await call(server, 'tokens.count', { body: { text: 'a' } })).code).toBe('UNAUTHENTICATED')
  })
})
