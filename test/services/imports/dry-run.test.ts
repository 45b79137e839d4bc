import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportResult, JobView, StartImportInput } from '../../../server/schemas/jobs'
import { freshScope, user } from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'
import { type TestServer, testServer } from '../../support/server'
import { transfersOf } from '../../support/transfers'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

async function run(input: StartImportInput): Promise<ImportResult> {
  const { call } = transfersOf(server, key)
  let job = await call<JobView>('imports.start', input, { isRepeatable: false })
  await expect
    .poll(async () => {
      job = await call<JobView>('jobs.get', { id: job.id }, { isRepeatable: true })
      return job.state
    })
    .toBe('done')
  return job.result as ImportResult
}
const count = async (scope: object) =>
  (await transfersOf(server, key).call<{ count: number }>('threads.count', { scope }, { isRepeatable: true })).count
const line = (id: string, ...texts: string[]) =>
  JSON.stringify({ id, source: 'test', messages: texts.map((text) => user(text)) })

describe('a dry run', () => {
  it('says what would come of conversations, and stores nothing', async () => {
    const scope = freshScope()
    await run({ scope, text: [line('same', 'a'), line('grown', 'a')].join('\n') })
    const text = [line('same', 'a'), line('grown', 'a', 'b'), line('new', 'x'), 'nonsense', ''].join('\n')
    const dry = await run({ scope, text, dryRun: true })
    expect(dry).toMatchObject({ dryRun: true, threads: 2, messages: 2, unchanged: 1, skippedCount: 1 })
    expect(dry.skipped).toEqual([{ line: 4, reason: expect.stringContaining('JSON') }])
    expect(dry.samples.map(({ threadId, added, messages, uid }) => [threadId, added, messages, uid !== null])).toEqual([
      ['same', 0, 1, true],
      ['grown', 1, 2, true],
      ['new', 1, 1, false],
    ])
    expect(dry.samples[2]?.lines).toEqual([{ role: 'user', text: 'x' }])
    expect(await count(scope)).toBe(2)
    expect(await run({ scope, text })).toEqual({ ...dry, dryRun: false, samples: expect.any(Array) })
  })

  it('says the same of exported threads, whose statements it runs and takes back', async () => {
    const scope = freshScope()
    await run({ scope, text: [line('a', '1', '2'), line('b', '3')].join('\n') })
    const { text } = await transfersOf(server, key).exported({ scope })
    const other = freshScope()
    expect(await run({ scope: other, text, dryRun: true })).toMatchObject({ threads: 2, messages: 3, unchanged: 0 })
    expect(await count(other)).toBe(0)
    const { ownerUrl } = server.services.database
    expect(await ownerQuery({ ownerUrl }, 'SELECT 1 FROM scope WHERE tenant = $1', [other.tenant])).toEqual([])
    await run({ scope: other, text })
    expect(await run({ scope: other, text, dryRun: true })).toMatchObject({ threads: 0, messages: 0, unchanged: 2 })
  })

  it('counts an id that stands on two lines as the import does: what the second has more', async () => {
    const scope = freshScope()
    const exported = (threadId: string, ...texts: string[]) =>
      JSON.stringify({ loci: 1, threadId, messages: texts.map((text) => ({ message: user(text) })) })
    for (const lineOf of [line, exported]) {
      const text = [
        lineOf(`${lineOf.name}-twice`, 'a', 'b'),
        lineOf(`${lineOf.name}-twice`, 'a', 'b'),
        lineOf(`${lineOf.name}-twice`, 'a', 'b', 'c'),
      ].join('\n')
      const dry = await run({ scope, text, dryRun: true })
      expect(dry).toMatchObject({ threads: 2, messages: 3, unchanged: 1, skippedCount: 0 })
      expect(await run({ scope, text })).toEqual({ ...dry, dryRun: false, samples: expect.any(Array) })
      expect(await run({ scope, text, dryRun: true })).toMatchObject({ messages: 0, unchanged: 3 })
    }
  })

  it('a second import adds nothing, no entry either', async () => {
    const scope = freshScope()
    const text = line('a', '1')
    await run({ scope, text })
    expect(await run({ scope, text })).toMatchObject({ threads: 0, messages: 0, unchanged: 1 })
    const { items } = await transfersOf(server, key).call<{ items: unknown[] }>(
      'memory.entries',
      { scope },
      { isRepeatable: true },
    )
    expect(items).toHaveLength(1)
  })
})

describe("the AI SDK's UI messages", () => {
  it('M5: are mapped, a step each, with the results of their calls; one that is none is refused by its line', async () => {
    const scope = freshScope()
    const messages = [
      { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Where is it?' }] },
      {
        id: 'a1',
        role: 'assistant',
        parts: [
          { type: 'tool-look', toolCallId: 'c1', state: 'output-available', input: { id: 1 }, output: 'here' },
          { type: 'text', text: 'Here.' },
        ],
      },
    ]
    const text = [JSON.stringify({ id: 'chat', messages }), JSON.stringify({ id: 'bad', messages: [user('x')] })].join(
      '\n',
    )
    const result = await run({ scope, format: 'ai-sdk-jsonl', text })
    expect(result).toMatchObject({ threads: 1, skipped: [{ line: 2, reason: 'message 1 is not a chat message' }] })
    expect(result.samples[0]?.lines[0]).toEqual({ role: 'user', text: 'Where is it?' })
    expect(await run({ scope, format: 'ai-sdk-jsonl', text })).toMatchObject({ threads: 0, messages: 0, unchanged: 1 })
  })
})
