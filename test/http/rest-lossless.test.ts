import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../support/call'
import { callRoute, post } from '../support/rest'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

const message =
  '{ "role":"user","id":"m1","b":1,"2":"two","a":12345678901234567890,"1":0.10,"b":2,"content":"NUL \\u0000, half \\ud800, \\/ and ü","__proto__":{"x":null},"empty":"" }'
const answer = '{"id":"m2","role":"assistant","content":"ok","1e400":1E400}'
const scope = '"scope":{"tenant":"acme","subject":"lossless"}'

describe('M2: messages over /api/v1', () => {
  it('come back as the very text that was sent', async () => {
    const body = `{"sessionId":"single",${scope},"messages":[ ${message} , ${answer} ]}`
    const write = await post(server, '/memory/write', { key, body })
    expect([write.status, write.code]).toEqual([200, undefined])
    const read = await post(server, '/memory/read', { key, body: `{"sessionId":"single",${scope}}` })
    expect(read.text).toContain(`"messages":[${message},${answer}]`)
    const list = await post(server, '/messages/list', { key, body: `{"threadId":"single",${scope}}` })
    expect(list.text).toContain(`"message":${message}`)
    const entries = await post(server, '/memory/entries', { key, body: `{"sessionId":"single",${scope}}` })
    expect(entries.text).toContain(`"messages":[${message},${answer}]`)
    const text = await post(server, '/messages/text', { key, body: `{"threadId":"single",${scope},"seq":1}` })
    expect(text.body).toEqual({ seq: 1, text: message })
    const { uid } = (await post(server, '/threads/get', { key, body: `{"threadId":"single",${scope}}` })).body as {
      uid: string
    }
    const byUid = await callRoute(server, { method: 'GET', path: '/threads/{uid}/messages' }, { key, inPath: { uid } })
    expect(byUid.text).toBe(list.text)
  })

  it('do so when they are appended, and given to a fork', async () => {
    await post(server, '/threads', { key, body: `{"threadId":"appended",${scope}}` })
    const appended = await post(server, '/messages/append', {
      key,
      body: `{"threadId":"appended",${scope},"messages":[${message},${answer}]}`,
    })
    expect(appended.status).toBe(200)
    const fork = `{"threadId":"forked","fromThreadId":"appended",${scope},"messages":[${message},${answer}]}`
    expect((await post(server, '/threads/fork', { key, body: fork })).status).toBe(200)
    for (const id of ['appended', 'forked']) {
      const read = await post(server, '/memory/read', { key, body: `{"sessionId":"${id}",${scope}}` })
      expect(read.text).toContain(`"messages":[${message},${answer}]`)
    }
  })

  it('take the last of duplicate members, as JSON does, for text and meaning alike', async () => {
    const decoy = '{"role":"user","id":"decoy","content":"not this"}'
    const body = `{"sessionId":"twice",${scope},"messages":[${decoy}],"messages":[${message}]}`
    expect((await post(server, '/memory/write', { key, body })).status).toBe(200)
    const read = await post(server, '/memory/read', { key, body: `{"sessionId":"twice",${scope}}` })
    expect(read.text).toContain(message)
    expect(read.text).not.toContain('decoy')
  })

  it('are the same bytes at both doors', async () => {
    await post(server, '/memory/write', { key, body: `{"sessionId":"doors",${scope},"messages":[${message}]}` })
    const body = `{"threadId":"doors",${scope}}`
    const plain = await post(server, '/messages/list', { key, body })
    const typed = await call(server, 'messages.list', { key, body })
    expect(typed.text).toBe(`{"result":{"data":${plain.text}}}`)
  })

  it('refuse bytes that are not UTF-8, a byte order mark, and deep JSON', async () => {
    for (const body of [
      new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
      `{"messages":${'['.repeat(40)}${']'.repeat(40)}}`,
    ]) {
      const refused = await post(server, '/memory/write', { key, body })
      expect([refused.status, refused.code]).toEqual([400, 'INVALID_INPUT'])
    }
  })
})
