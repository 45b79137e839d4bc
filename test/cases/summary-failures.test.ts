import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../server/services/context'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, onTheWire, user } from '../support/memory-caller'
import { type ModelEndpoint, modelEndpoint } from '../support/model-endpoint'
import { summarizedThread, summarizingProcess } from '../support/summaries'

let database: TestDatabase
let endpoint: ModelEndpoint
let context: ServiceContext

beforeAll(async () => {
  ;[database, endpoint] = await Promise.all([testDatabase(), modelEndpoint()])
  context = summarizingProcess(database, endpoint, { timeoutMs: 500 })
})
afterEach(() => {
  endpoint.requests.length = 0
})
afterAll(async () => {
  await context.queue.stop()
  await Promise.all([database.close(), endpoint.close()])
})

type Thread = Awaited<ReturnType<typeof summarizedThread>>

async function seed(thread: Thread, count: number, content: string) {
  const messages = Array.from({ length: count }, (_, index) => (index % 2 ? assistant : user)(`${index} ${content}`))
  await thread.loci.memory.write({ ...thread.session, messages })
}

const read = async (thread: Thread, process = context) => onTheWire(await callerOn(process).memory.read(thread.session))

describe('the public cases of summaries that fail, or stand alone', () => {
  it.each([
    ['B073', 'timeout', { kind: 'hang' }, 'word '.repeat(50), 1_000],
    ['B074', 'blank', { kind: 'answer', text: ' \n' }, 'note', 100],
  ] as const)(
    '%s: %s leaves a plain window that says so, stores nothing, and is tried again later',
    async (...given) => {
      const [, reason, behaviour, content, maxTokens] = given
      const thread = await summarizedThread(database, context, { recentMessages: 10, summarizeEvery: 10, maxTokens })
      await seed(thread, 60, content)
      endpoint.behave(behaviour)
      expect(await thread.summarize()).toMatchObject({ kind: 'failed', reason })
      const { messages, window } = await read(thread)
      expect(window).toMatchObject({ strategy: 'summarizing', summary: null, summaryReason: reason, overBudget: false })
      expect(window.tokens).toBeLessThanOrEqual(maxTokens)
      expect(messages.at(-1)?.content).toBe(`59 ${content}`)
      expect((await thread.summaries()).items).toEqual([])
      expect(onTheWire(await thread.loci.messages.list({ ...thread.thread, limit: 200 })).items).toHaveLength(60)
      expect(await thread.summarize()).toMatchObject({ kind: 'waiting' })
      endpoint.behave({ kind: 'answer', text: 'At last.' })
      expect(await thread.summarize({ asked: true })).toMatchObject({ kind: 'made' })
      expect((await read(thread)).window).toMatchObject({ summary: { version: expect.any(Number) } })
    },
  )

  it('B076: another process, started later, gives the very same window', async () => {
    endpoint.behave({ kind: 'answer', text: 'They spoke of words.' })
    const settings = { recentMessages: 4, summarizeEvery: 4, maxTokens: 500 }
    const thread = await summarizedThread(database, context, settings)
    await seed(thread, 60, 'word '.repeat(50))
    await thread.summarize()
    const first = await read(thread)
    const second = await read(thread, summarizingProcess(database, endpoint))
    expect(second.messages).toEqual(first.messages)
    expect(second.window).toEqual(first.window)
    expect(first.messages[0]?.content).toContain('They spoke of words.')
    expect(endpoint.requests.length).toBeGreaterThan(0)
  })

  it('B079: keeping no message, a second summary is not made, and what is written then goes on as ever', async () => {
    endpoint.behave({ kind: 'answer', text: 'Thirty times x.' })
    const thread = await summarizedThread(database, context, { recentMessages: 0, summarizeEvery: 1 })
    await seed(thread, 30, 'x')
    expect(await thread.summarize({ asked: true })).toMatchObject({ kind: 'made', versions: [1] })
    expect(await thread.summarize({ asked: true })).toEqual({ kind: 'nothing' })
    const alone = await read(thread)
    expect(alone.messages).toHaveLength(1)
    expect(alone.messages[0]?.content).toContain('Thirty times x.')
    const state = [...alone.messages, user('on'), assistant('we go')]
    const write = await thread.loci.memory.write({
      ...thread.session,
      readId: alone.readId,
      // What was read is handed back as it came.
      messages: state as Parameters<Thread['loci']['memory']['write']>[0]['messages'],
    })
    expect(write).toMatchObject({ appended: 2, thread: { messageCount: 32 } })
    expect((await read(thread)).messages.slice(1).map(({ content }) => content)).toEqual(['on', 'we go'])
  })
})
