import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepHouse } from '../../../server/jobs/housekeeping'
import { withReach } from '../../../server/store/reach'
import { call, send } from '../../support/call'
import { freshScope, user, writerOf } from '../../support/memory-caller'
import { type TestServer, testServer } from '../../support/server'
import { transfersOf, withoutRowIds } from '../../support/transfers'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

const everything = { kind: 'all' } as const
const system = () => ({ ...server.services, principal: { kind: 'system' } as const, requestId: 'request-of-a-test' })

describe('exports', () => {
  it('M2: messages go out and come in as the texts they are', async () => {
    const scope = freshScope()
    const texts = [
      '{"id":"1","role":"user","content":"big \\u0000 \\ud83d","n":12345678901234567890,"n":1.0}',
      '{ "role":"assistant", "id":"2", "content":"ok 🙂", "2":1, "1":2 }',
    ]
    await writerOf(system(), texts)({ sessionId: 's', scope })
    const { exported, imported } = transfersOf(server, key)
    const { text } = await exported({ scope })
    for (const message of texts) expect(text).toContain(`"message":${message}`)
    const other = freshScope()
    expect(await imported(other, text)).toMatchObject({ threads: 1, messages: 2 })
    const again = (await exported({ scope: other })).text
    for (const message of texts) expect(again).toContain(`"message":${message}`)
  })

  it('S2: hold notes for people and for keys that administer, and an import leaves them out', async () => {
    const scope = freshScope()
    await writerOf(system(), ['{"id":"1","role":"user","content":"hello"}'])({ sessionId: 's', scope })
    const { cookie, email } = await server.createOperator('reviewer')
    const body = { threadId: 's', scope, seq: 1, text: 'check this' }
    expect((await call(server, 'notes.add', { cookie, body })).status).toBe(200)
    const { exported, imported } = transfersOf(server, key)
    const { text } = await exported({ scope })
    expect(JSON.parse(text)).toMatchObject({ notes: [{ seq: 1, text: 'check this', author: email, editedAt: null }] })
    const agents = transfersOf(server, await server.createKey({ kind: 'all' }, ['read', 'write', 'delete']))
    expect((await agents.exported({ scope })).text).not.toContain('check this')
    const other = freshScope()
    expect(await imported(other, text)).toMatchObject({ threads: 1, messages: 1 })
    expect((await exported({ scope: other })).text).not.toContain('check this')
  })

  it('hold what reviewers decided and users said, who reviewed under the same condition as notes', async () => {
    const scope = freshScope()
    await writerOf(system(), ['{"id":"1","role":"user","content":"hello"}'])({ sessionId: 's', scope })
    const { cookie, email } = await server.createOperator('reviewer')
    const { call: ask, exported, imported } = transfersOf(server, key)
    const { uid } = await ask<{ uid: string }>('threads.get', { threadId: 's', scope }, { isRepeatable: true })
    const review = { uid, status: 'reviewed', outcome: 'fail', reasons: ['Tone'], score: 30 }
    expect((await call(server, 'reviews.set', { cookie, body: review })).status).toBe(200)
    expect((await call(server, 'feedback.add', { key, body: { threadId: 's', scope, value: 0 } })).status).toBe(200)
    const { text } = await exported({ scope })
    expect(JSON.parse(text)).toMatchObject({
      review: { status: 'reviewed', outcome: 'fail', score: 30, history: [{ reviewer: email, reasons: ['Tone'] }] },
      feedback: [{ seq: null, value: 0 }],
    })
    const agents = transfersOf(server, await server.createKey({ kind: 'all' }, ['read', 'write', 'delete']))
    expect((await agents.exported({ scope })).text).not.toContain(email)
    expect((await exported({ scope, format: 'csv' })).text).toContain('reviewed,fail,Tone,30,')
    expect(await imported(freshScope(), text)).toMatchObject({ threads: 1, messages: 1 })
  })

  it('goes in parts and pages where a thread is large, and a dry run only counts', async () => {
    const scope = freshScope()
    const { call: ask, exported, imported } = transfersOf(server, key)
    const messages = Array.from({ length: 2_500 }, (_, index) => user(`${index} ${'x'.repeat(1_000)}`))
    await ask('memory.write', { sessionId: 's', scope, messages }, { isRepeatable: false })
    const { result, text } = await exported({ scope })
    expect(result).toMatchObject({ threads: 1, messages: 2_500, characters: text.length })
    expect(text.length).toBeGreaterThan(2_500_000)
    const other = freshScope()
    expect(await imported(other, text)).toMatchObject({ threads: 1, messages: 2_500 })
    expect(withoutRowIds((await exported({ scope: other })).text)).toEqual(withoutRowIds(text))
    const counted = await exported({ scope, dryRun: true })
    expect(counted.result).toEqual({ threads: 1, messages: 2_500, characters: 0, path: null })
    expect((await send(server, `/api/exports/${counted.job.id}`, { key })).code).toBe('NOT_FOUND')
  })

  it('of nothing is an empty file; the filters and the agent narrow', async () => {
    const scope = freshScope()
    const { call: ask, exported } = transfersOf(server, key)
    expect(await exported({ scope })).toMatchObject({ result: { threads: 0 }, text: '' })
    for (const [sessionId, agentName] of [
      ['a', 'one'],
      ['b', 'two'],
    ])
      await ask('memory.write', { sessionId, agentName, scope, messages: [user('x')] }, { isRepeatable: false })
    await ask('threads.update', { threadId: 'b', scope, addTags: { vip: '' } }, { isRepeatable: false })
    const idsOf = (text: string) => (withoutRowIds(text) as { threadId: string }[]).map(({ threadId }) => threadId)
    expect(idsOf((await exported({ scope, agentName: 'one' })).text)).toEqual(['a'])
    expect(idsOf((await exported({ scope, filters: { tags: { vip: '' } } })).text)).toEqual(['b'])
    expect(idsOf((await exported({ scopePattern: { tenant: scope.tenant } })).text)).toEqual(['a', 'b'])
  })

  it('is fetched by whoever may see its job, as a file that nobody keeps', async () => {
    const scope = freshScope()
    const { call: ask, exported } = transfersOf(server, key)
    await ask('memory.write', { sessionId: 's', scope, messages: [user('x')] }, { isRepeatable: false })
    const { job, text } = await exported({ scope })
    const path = `/api/exports/${job.id}`
    const { headers } = await send(server, path, { key })
    expect(headers.get('content-disposition')).toContain(`-${job.id.slice(-8)}.jsonl"`)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect((await send(server, path, { key, method: 'HEAD' })).text).toBe('')
    expect((await send(server, path)).status).toBe(401)
    expect((await send(server, path, { key: await server.createKey() })).code).toBe('NOT_FOUND')
    expect((await send(server, path, { key: await server.createKey(everything, ['write']) })).code).toBe('FORBIDDEN')
    expect((await send(server, path, { cookie: (await server.createOperator('reviewer')).cookie })).status).toBe(403)
    expect((await send(server, path, { cookie: (await server.createOperator('lead')).cookie })).text).toBe(text)
    expect((await send(server, '/api/exports/nothing', { key })).code).toBe('NOT_FOUND')
    expect((await send(server, path, { key, method: 'POST' })).status).toBe(405)
    const small = await server.createKey({ kind: 'scope', ...freshScope() })
    expect((await call(server, 'exports.start', { key: small, body: { scope } })).code).toBe('FORBIDDEN')
    const { rows } = await server.services.database.pools.application.query<{ action: string; details: string }>(
      `SELECT action, details FROM audit_event WHERE object_id = $1 ORDER BY at, number`,
      [job.id],
    )
    expect(rows.filter(({ action }) => action === 'exports.start')).toHaveLength(1)
    expect(rows.filter(({ action }) => action === 'exports.fetch').length).toBeGreaterThanOrEqual(3)
    for (const { details } of rows) expect(details).not.toContain('"x"')
  })

  it('is gone after a day', async () => {
    const { call: ask, exported } = transfersOf(server, key)
    const scope = freshScope()
    await ask('memory.write', { sessionId: 's', scope, messages: [user('x')] }, { isRepeatable: false })
    const { job } = await exported({ scope })
    const path = `/api/exports/${job.id}`
    await keepHouse(server.services)
    expect((await send(server, path, { key })).status).toBe(200)
    await server.services.database.pools.application.query(
      `UPDATE job SET created_at = now() - interval '25 hours' WHERE id = $1`,
      [job.id],
    )
    await keepHouse(server.services)
    expect((await send(server, path, { key })).code).toBe('NOT_FOUND')
  })
})

interface ExportedThread {
  title: string | null
  entries: { runId?: string }[]
  messages: { entry: number; createdAt: string; message: { id?: string } }[]
}

/** The thread of that scope whose id is `grown`, as an export tells it. */
async function grownThread(scope: { tenant: string; subject?: string }): Promise<ExportedThread> {
  const { text } = await transfersOf(server, key).exported({ scope })
  const line = text.split('\n').find((one) => one.includes('"threadId":"grown"')) ?? '{}'
  return JSON.parse(line) as ExportedThread
}

describe('imports of exported threads', () => {
  it('skip what cannot be taken, each line by itself, and say why', async () => {
    const scope = freshScope()
    const { imported } = transfersOf(server, key)
    const line = (threadId: string, more: object = {}) =>
      JSON.stringify({ loci: 1, threadId, messages: [{ message: user(`in ${threadId}`) }], ...more })
    const lines = [
      line('fine'),
      '{"loci":1,"threadId":',
      line('typo', { tittle: 'x' }),
      line('order', { messages: [{ seq: 2, message: user('x') }] }),
      line('entry', { entries: [{}], messages: [{ entry: 1, message: user('x') }] }),
      line('twice', { messages: [{ message: user('x', { id: '1' }) }, { message: user('y', { id: '1' }) }] }),
      line('pin', { pins: [2] }),
      line('newer', { loci: 2 }),
      line('fine', { messages: [{ message: user('something else') }] }),
      '{"id":"a","messages":[]}',
    ]
    const result = await imported(scope, lines.join('\n'))
    expect(result).toMatchObject({ threads: 1, messages: 1, skippedCount: 9 })
    expect(result.skipped.map((skip) => skip.line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
    const reasons = result.skipped.map(({ reason }) => reason)
    expect(reasons[0]).toContain('not a line of JSON')
    expect(reasons[2]).toBe('thread "order": messages.0.seq: messages stand in order, the first is 1')
    expect(reasons[7]).toBe('thread "fine": a thread of this id is there already, with other messages')
  })

  it('that have grown since the last time get what is new, with its entry and time; what stands there stays', async () => {
    const scope = freshScope()
    const { imported, call: ask } = transfersOf(server, key)
    const calls = [{ id: 'c1', name: 'look', arguments: {} }]
    const all = [
      { entry: 0, createdAt: '2026-01-01T00:00:00.000Z', message: user('one', { id: 'm1' }) },
      {
        entry: 0,
        createdAt: '2026-01-01T00:00:01.000Z',
        message: { role: 'assistant', content: '', toolCalls: calls },
      },
      {
        entry: 1,
        createdAt: '2026-01-02T00:00:00.000Z',
        message: { role: 'tool', toolCallId: 'c1', content: 'found' },
      },
      { entry: 1, createdAt: '2026-01-02T00:00:01.000Z', message: { role: 'assistant', content: 'done', id: 'm4' } },
    ]
    const entries = [{ runId: 'r1' }, { runId: 'r2', agentName: 'support' }]
    const line = (messages: { entry: number }[], title?: string) => {
      const made = entries.slice(0, (messages.at(-1)?.entry ?? 0) + 1)
      return JSON.stringify({ loci: 1, threadId: 'grown', title, entries: made, messages })
    }
    await imported(scope, line(all.slice(0, 2), 'First'))
    await ask('memory.write', { sessionId: 'other', scope, messages: [user('x')] }, { isRepeatable: false })
    const grown = line(all, 'Second')
    expect(await imported(scope, grown)).toMatchObject({ threads: 1, messages: 2, unchanged: 0, skippedCount: 0 })
    const stored = await grownThread(scope)
    expect(stored.title).toBe('First')
    expect(stored.messages.map(({ createdAt }) => createdAt)).toEqual(all.map(({ createdAt }) => createdAt))
    expect(stored.messages.map(({ entry }) => entry)).toEqual([0, 0, 1, 1])
    expect(stored.entries.map(({ runId }) => runId)).toEqual(['r1', 'r2'])
    expect(stored.messages[3]?.message.id).toBe('m4')
    const { lastMessageAt, messageCount } = await ask<{ lastMessageAt: string; messageCount: number }>(
      'threads.get',
      { scope, threadId: 'grown' },
      { isRepeatable: true },
    )
    expect({ lastMessageAt, messageCount }).toEqual({ lastMessageAt: '2026-01-02T00:00:01.000Z', messageCount: 4 })
    expect(await imported(scope, grown)).toMatchObject({ threads: 0, messages: 0, unchanged: 1 })
    // One that is older than what is there holds nothing new.
    expect(await imported(scope, line(all.slice(0, 2)))).toMatchObject({ messages: 0, unchanged: 1 })
  })

  it('W2: set a thread’s own window only for those who set agents up', async () => {
    const { imported } = transfersOf(server, key)
    const line = JSON.stringify({
      loci: 1,
      threadId: 's',
      window: { strategy: 'off' },
      messages: [{ message: user('x') }],
    })
    const writer = transfersOf(server, await server.createKey(everything, ['read', 'write']))
    expect((await writer.imported(freshScope(), line)).skipped[0]?.reason).toContain('window')
    const scope = freshScope()
    expect(await imported(scope, line)).toMatchObject({ threads: 1 })
    const { text } = await writer.exported({ scope })
    expect(text).toContain('"window":{"strategy":"off"}')
  })

  it('take a thread of which an entry is gone, its messages with the entry before', async () => {
    const scope = freshScope()
    const { call: ask, exported, imported } = transfersOf(server, key)
    for (const content of ['a', 'b', 'c'])
      await ask(
        'memory.write',
        { sessionId: 's', scope, mode: 'append', messages: [user(content)] },
        { isRepeatable: false },
      )
    await withReach(server.services.database.pools.background, { kind: 'all' }, ({ client }) =>
      client.query('DELETE FROM entry WHERE tenant = $1 AND first_seq = 2', [scope.tenant]),
    )
    const { text } = await exported({ scope })
    const other = freshScope()
    expect(await imported(other, text)).toMatchObject({ threads: 1, messages: 3, skippedCount: 0 })
    expect(withoutRowIds((await exported({ scope: other })).text)).toEqual(withoutRowIds(text))
  })

  it('keep a redacted message redacted', async () => {
    const scope = freshScope()
    const { call: ask, exported, imported } = transfersOf(server, key)
    await ask('memory.write', { sessionId: 's', scope, messages: [user('my secret word')] }, { isRepeatable: false })
    await ask('messages.redact', { threadId: 's', scope, seq: 1 }, { isRepeatable: false })
    const { text } = await exported({ scope })
    expect(text).not.toContain('secret')
    const other = freshScope()
    expect(await imported(other, text)).toMatchObject({ threads: 1, messages: 1 })
    const again = await exported({ scope: other })
    expect(withoutRowIds(again.text)).toEqual(withoutRowIds(text))
    expect(again.text).toContain('"redactedAt"')
  })
})
