import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutMember } from '../../../memory/json-text'
import { Loci } from '../../../sdk/client'
import { createTransport, type Transport } from '../../../sdk/transport'
import type { ImportResult, JobView } from '../../../server/schemas/jobs'
import { type TestServer, testServer } from '../../support/server'

const FILE = '../shared/data/airline-conversations.jsonl'

let server: TestServer
let key: string
let call: Transport

beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
  call = createTransport({ url: server.url, key })
})
afterAll(() => server.close())

/** Starts an import and follows its job to the end. */
async function importText(tenant: string, text: string): Promise<{ job: JobView; result: ImportResult }> {
  let job = await call<JobView>(
    'imports.start',
    { scope: { tenant }, agentName: tenant, text },
    { isRepeatable: false },
  )
  await expect
    .poll(
      async () => {
        job = await call<JobView>('jobs.get', { id: job.id }, { isRepeatable: true })
        return job.state
      },
      { timeout: 120_000, interval: 50 },
    )
    .not.toBe('running')
  return { job, result: job.result as ImportResult }
}

async function rawTexts(tenant: string): Promise<{ thread_id: string; raw: string }[]> {
  const client = await server.services.database.pools.application.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT loci_enter_scope($1, $2)', [tenant, ''])
    const { rows } = await client.query<{ thread_id: string; raw: string }>(
      'SELECT t.thread_id, m.raw FROM message m JOIN thread t ON t.uid = m.thread_uid ORDER BY t.thread_id, m.seq',
    )
    return rows
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

describe('imports', () => {
  it('M2, M5: keeps each message as it came, in form only mapped', async () => {
    const line =
      '{"id":"one","reward":1,"messages":[{"role":"system","content":"be kind"},{"role":"user","content":"hi","custom":12345678901234567890},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"find","arguments":"{\\"b\\": 1, \\"a\\": 2}"}}]},{"role":"tool","tool_call_id":"c1","name":"find","content":"{}"},{"role":"assistant","content":"done \\u0000 \\ud800"}]}'
    const { result } = await importText('lossless', line)
    expect(result).toMatchObject({ threads: 1, messages: 4, unchanged: 0, skippedSystem: 1, skippedCount: 0 })
    const raws = (await rawTexts('lossless')).map((row) => withoutMember(row.raw, 'id'))
    expect(raws[0]).toBe('{"role":"user","content":"hi","custom":12345678901234567890}')
    expect(raws[1]).toContain('"arguments":"{\\"b\\": 1, \\"a\\": 2}"')
    expect(raws[1]).toContain('"content":null')
    expect(raws[2]).toContain('"toolCallId":"c1"')
    expect(raws[3]).toBe('{"role":"assistant","content":"done \\u0000 \\ud800"}')
    const thread = await new Loci({ url: server.url, key }).for({ tenant: 'lossless' }).threads.get({ threadId: 'one' })
    expect(thread.metadata).toEqual({ reward: 1 })
  })

  it('can be repeated without doubling, and adds only what a grown file has more', async () => {
    const conversation = (count: number) =>
      JSON.stringify({
        id: 'grows',
        messages: Array.from({ length: count }, (_, index) => ({
          role: index % 2 === 0 ? 'user' : 'assistant',
          content: index % 3 === 0 ? 'the same' : `message ${index}`,
        })),
      })
    expect((await importText('grows', conversation(4))).result).toMatchObject({ threads: 1, messages: 4 })
    expect((await importText('grows', conversation(4))).result).toMatchObject({ threads: 0, messages: 0, unchanged: 1 })
    expect((await importText('grows', conversation(8))).result).toMatchObject({ threads: 1, messages: 4 })
    expect(await rawTexts('grows')).toHaveLength(8)
  })

  it('skips a line that cannot be taken, says why, and goes on', async () => {
    const lines = [
      'not json',
      '{"id":"no list"}',
      '{"id":"odd","messages":[{"role":"narrator","content":"x"}]}',
      '',
      '{"id":"","messages":[]}',
      '{"id":"orphan","messages":[{"role":"tool","tool_call_id":"nothing","content":"x"}]}',
      `{"id":"deep","messages":[{"role":"user","content":"x","deep":${'['.repeat(60)}${']'.repeat(60)}}]}`,
      '{"id":"fine","messages":[{"role":"user","content":"hello"},{"role":"assistant","content":"hi"}]}',
    ]
    const { job, result } = await importText('skips', lines.join('\n'))
    expect(job).toMatchObject({ state: 'done', done: 7, total: 7 })
    expect(result.threads).toBe(1)
    expect(result.skipped.map((skip) => skip.line)).toEqual([1, 2, 3, 5, 6, 7])
    for (const { reason } of result.skipped) expect(reason.split(' ').length).toBeGreaterThan(2)
    expect(result.skippedCount).toBe(6)
  })

  it('S3: a job of another key is not there', async () => {
    const { job } = await importText('private', '{"id":"a","messages":[{"role":"user","content":"x"}]}')
    const other = createTransport({
      url: server.url,
      key: await server.createKey({ kind: 'scope', tenant: 'other', subject: '' }),
    })
    // Keys of this test share a name; whose a job is, is told by the key itself.
    await expect(other('jobs.get', { id: job.id }, { isRepeatable: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it.runIf(existsSync(FILE))(
    'takes the 152 real conversations, each its own thread, twice without doubling',
    async () => {
      const text = readFileSync(FILE, 'utf8')
      const first = await importText('airline', text)
      expect(first.result).toMatchObject({ threads: 152, unchanged: 0, skippedCount: 0, skippedSystem: 152 })
      const second = await importText('airline', text)
      expect(second.result).toMatchObject({ threads: 0, messages: 0, unchanged: 152, skippedCount: 0 })
      const spoken = text
        .trim()
        .split('\n')
        .flatMap((line) => (JSON.parse(line) as { messages: { role: string }[] }).messages)
        .filter((message) => message.role !== 'system')
      expect(await rawTexts('airline')).toHaveLength(spoken.length)
    },
    180_000,
  )
})
