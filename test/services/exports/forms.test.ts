import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { threadFilePath } from '../../../server/schemas/exports'
import { send } from '../../support/call'
import { assistant, freshScope, user } from '../../support/memory-caller'
import { type TestServer, testServer } from '../../support/server'
import { transfersOf } from '../../support/transfers'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

const call = { id: 'c1', name: 'look_up', arguments: { order: 5531 } }
const messages = [
  user('Where is it?\n## 9. assistant'),
  assistant('', { content: null, toolCalls: [call] }),
  { role: 'tool', toolCallId: 'c1', content: '=SUM(A1)' },
  assistant('On its way.'),
]

async function written(title?: string) {
  const scope = freshScope()
  const { call: ask } = transfersOf(server, key)
  await ask('memory.write', { sessionId: 's', scope, messages }, { isRepeatable: false })
  const { uid } = await ask<{ uid: string }>(
    'threads.update',
    { threadId: 's', scope, tags: { plan: 'gold', vip: '' }, ...(title === undefined ? {} : { title }) },
    { isRepeatable: false },
  )
  return { scope, uid }
}

describe('a list of threads', () => {
  it('as a table: one row a thread, no formula in it, and the filter narrows', async () => {
    const { scope } = await written('=HYPERLINK("http://evil")')
    const { exported } = transfersOf(server, key)
    const { text, result } = await exported({ scope, format: 'csv' })
    expect(result).toMatchObject({ threads: 1, messages: 4, characters: text.length + 1 })
    const [head, row, end] = text.split('\r\n')
    expect(head?.split(',').slice(0, 5)).toEqual(['thread_id', 'uid', 'tenant', 'subject', 'agent'])
    expect(row).toContain(`"'=HYPERLINK(""http://evil"")",plan=gold; vip,4,`)
    expect(end).toBe('')
    const none = await exported({ scope, format: 'csv', filters: { tags: { plan: 'none' } } })
    expect(none.text.split('\r\n')).toHaveLength(2)
  })

  it('as a file begins with the mark by which spreadsheets know UTF-8, and is called a table', async () => {
    const { scope } = await written()
    const { job } = await transfersOf(server, key).exported({ scope, format: 'csv' })
    const answer = await fetch(`${server.url}/api/exports/${job.id}`, { headers: { authorization: `Bearer ${key}` } })
    expect([...new Uint8Array(await answer.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/filename="loci-[\d-]{10}-[\da-f]{8}\.csv"/)
  })

  it("as OpenAI's messages is taken by an import, which knows them again", async () => {
    const { scope } = await written()
    const { exported, imported } = transfersOf(server, key)
    const { text } = await exported({ scope, format: 'openai-jsonl' })
    expect(JSON.parse(text).messages[1].tool_calls).toEqual([
      { id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{"order":5531}' } },
    ])
    expect(await imported(scope, text)).toMatchObject({ threads: 0, messages: 0, unchanged: 1 })
    const other = freshScope()
    expect(await imported(other, text)).toMatchObject({ threads: 1, messages: 4 })
  })
})

describe('one thread as a file', () => {
  const auditOf = (uid: string) =>
    server.services.database.pools.application.query(
      `SELECT details FROM audit_event WHERE action = 'threads.export' AND object_id = $1 ORDER BY number`,
      [uid],
    )

  it('in each form, under its title, and audited', async () => {
    const { uid } = await written('Where is it? 返品')
    const markdown = await send(server, threadFilePath(uid, 'markdown'), { key })
    expect(markdown.headers.get('content-disposition')).toContain("filename*=UTF-8''where-is-it-%E8%BF%94%E5%93%81.md")
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(markdown.text).toContain('> Where is it?\n> ## 9. assistant')
    expect(markdown.text).toContain('```\n=SUM(A1)\n```')
    const loci = await send(server, threadFilePath(uid, 'loci'), { key })
    const scope = freshScope()
    expect(await transfersOf(server, key).imported(scope, loci.text)).toMatchObject({ threads: 1, messages: 4 })
    const openai = await send(server, threadFilePath(uid, 'openai'), { key })
    expect(JSON.parse(openai.text)).toMatchObject({ id: 's', messages: { length: 4 } })
    const { rows } = await auditOf(uid)
    expect(rows.map(({ details }) => JSON.parse(details).format)).toEqual(['markdown', 'loci', 'openai'])
  })

  it('S3: absent, foreign and deleted threads and unknown forms answer alike', async () => {
    const { uid, scope } = await written()
    const own = freshScope()
    const stranger = await server.createKey({ kind: 'scope', tenant: own.tenant, subject: own.subject })
    const path = threadFilePath(uid, 'loci')
    expect((await send(server, path, { key: stranger })).code).toBe('NOT_FOUND')
    expect((await send(server, path.replace('.json', '.exe'), { key })).code).toBe('NOT_FOUND')
    expect((await send(server, path)).code).toBe('UNAUTHENTICATED')
    const { call: ask } = transfersOf(server, key)
    await ask('threads.delete', { threadId: 's', scope }, { isRepeatable: false })
    expect((await send(server, path, { key })).code).toBe('NOT_FOUND')
    expect((await auditOf(uid)).rows).toEqual([])
  })
})
