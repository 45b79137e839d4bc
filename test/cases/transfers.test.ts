import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Loci } from '../../sdk/client'
import { assistant, freshScope, user } from '../support/memory-caller'
import { type TestServer, testServer } from '../support/server'
import { transfersOf, withoutRowIds } from '../support/transfers'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

const desk = [
  user('Book desk 12 for Monday'),
  assistant('', { toolCalls: [{ id: 'c1', name: 'find_desk', arguments: { day: 'mon' } }], reasoning: 'is it free?' }),
  { role: 'tool' as const, toolCallId: 'c1', content: 'desk 12 free' },
  assistant('Desk 12 is yours'),
]
const bay = [user('And the parking bay?'), assistant('Bay 4 is free too')]

describe('exports that are imported', () => {
  it('B140: a second export equals the first one; to import it again changes nothing', async () => {
    const scope = freshScope()
    const { call, exported, imported } = transfersOf(server, key)
    const change = (procedure: string, input: object) => call(procedure, { scope, ...input }, { isRepeatable: false })
    const run = { model: 'm-1', usage: { input: 12 } }
    await change('memory.write', {
      sessionId: 's',
      agentName: 'desk',
      runId: 'r1',
      run,
      tags: { a: '1' },
      messages: desk,
    })
    await change('memory.write', {
      sessionId: 's',
      agentName: 'desk',
      metadata: { plan: 'gold' },
      messages: [...desk, ...bay],
    })
    await change('threads.update', {
      threadId: 's',
      addTags: { vip: '', 'a,b': '' },
      title: 'Desks',
      state: { step: [1] },
    })
    await change('messages.pin', { threadId: 's', seq: 1, pinned: true })
    await change('threads.fork', { threadId: 'f', fromThreadId: 's', upTo: 4 })

    const first = await exported({ scope })
    expect(first.result).toMatchObject({ threads: 2, messages: 10 })
    for (const threadId of ['s', 'f']) await change('threads.delete', { threadId })
    expect(await imported(scope, first.text)).toMatchObject({ threads: 2, messages: 10, unchanged: 0, skippedCount: 0 })
    const second = await exported({ scope })
    expect(withoutRowIds(second.text)).toEqual(withoutRowIds(first.text))
    const family = await call<{ items: { uid: string; parentUid: string | null }[] }>(
      'threads.lineage',
      { scope, threadId: 'f' },
      { isRepeatable: true },
    )
    expect(family.items[1]?.parentUid).toBe(family.items[0]?.uid)

    expect(await imported(scope, first.text)).toMatchObject({ threads: 0, messages: 0, unchanged: 2, skippedCount: 0 })
    expect((await exported({ scope })).text).toBe(second.text)
  })

  it('B151: a repeat changes nothing, another scope gets copies of its own', async () => {
    const acme = freshScope()
    const zen = freshScope()
    const { exported, imported } = transfersOf(server, key)
    const loci = new Loci({ url: server.url, key })
    await loci.for(acme).memory.write({ sessionId: 's', messages: desk })
    const { text } = await exported({ scope: acme })
    for (let round = 0; round < 2; round += 1)
      expect(await imported(acme, text)).toMatchObject({ threads: 0, messages: 0, unchanged: 1 })
    expect(await imported(zen, text)).toMatchObject({ threads: 1, messages: 4, unchanged: 0 })
    expect((await exported({ scope: acme })).text).toBe(text)
    const [own, copy] = await Promise.all([acme, zen].map((scope) => loci.for(scope).threads.list({})))
    expect(own?.items).toHaveLength(1)
    expect(copy?.items).toHaveLength(1)
    expect(copy?.items[0]?.uid).not.toBe(own?.items[0]?.uid)
    expect(copy?.items[0]?.scope).toEqual(zen)
    expect(withoutRowIds((await exported({ scope: zen })).text)).toEqual(withoutRowIds(text))
  })

  it('B152: times are ISO 8601 texts; another unit fails its thread alone, by name and path', async () => {
    const scope = freshScope()
    const { imported, exported } = transfersOf(server, key)
    const line = (threadId: string, createdAt?: unknown) =>
      JSON.stringify({ loci: 1, threadId, messages: [{ createdAt, message: { role: 'user', content: 'x' } }] })
    const startedAt = Date.now()
    const lines = [
      line('a', 1742112345.678),
      line('b', 1742112345678),
      line('c', '2025-03-16T08:05:45Z'),
      line('d', 'soon'),
      line('e'),
    ]
    const result = await imported(scope, lines.join('\n'))
    const reason = (id: string) =>
      `thread "${id}": messages.0.createdAt: a time is an ISO 8601 text such as 2025-03-16T08:05:45Z`
    expect(result).toMatchObject({ threads: 2, messages: 2, skippedCount: 3 })
    expect(result.skipped).toEqual([
      { line: 1, reason: reason('a') },
      { line: 2, reason: reason('b') },
      { line: 4, reason: reason('d') },
    ])
    const stored = withoutRowIds((await exported({ scope })).text) as {
      threadId: string
      createdAt: string
      messages: { createdAt: string }[]
    }[]
    expect(stored.map(({ threadId }) => threadId)).toEqual(['c', 'e'])
    expect(stored[0]).toMatchObject({ createdAt: '2025-03-16T08:05:45.000Z' })
    expect(stored[0]?.messages[0]?.createdAt).toBe('2025-03-16T08:05:45.000Z')
    const at = Date.parse(stored[1]?.messages[0]?.createdAt ?? '')
    expect(at).toBeGreaterThanOrEqual(startedAt - 1_000)
    expect(at).toBeLessThanOrEqual(Date.now() + 1_000)
  })
})
