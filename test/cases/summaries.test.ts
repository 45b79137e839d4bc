import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCallerFactory, router } from '../../server/api/procedure'
import { searchRouter } from '../../server/api/search-router'
import type { ServiceContext } from '../../server/services/context'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, onTheWire, user } from '../support/memory-caller'
import { type ModelEndpoint, modelEndpoint } from '../support/model-endpoint'
import { givenTo, summarizedThread, summarizingProcess } from '../support/summaries'

const createCaller = createCallerFactory(router({ search: searchRouter }))

let database: TestDatabase
let endpoint: ModelEndpoint
let context: ServiceContext

beforeAll(async () => {
  ;[database, endpoint] = await Promise.all([testDatabase(), modelEndpoint()])
  context = summarizingProcess(database, endpoint)
})
afterEach(() => {
  endpoint.requests.length = 0
})
afterAll(async () => {
  await context.queue.stop()
  await Promise.all([database.close(), endpoint.close()])
})

async function contents(thread: Awaited<ReturnType<typeof summarizedThread>>) {
  const { items } = onTheWire(await thread.loci.messages.list({ ...thread.thread, limit: 200 }))
  return items.map(({ message }) => message.content)
}

describe('the public cases of summaries', () => {
  it('B142: a whole state with a summary in it stores what is new alone, and each read has one summary', async () => {
    endpoint.behave({ kind: 'answer', text: 'They spoke of words.' })
    const thread = await summarizedThread(database, context, { recentMessages: 4, summarizeEvery: 4, maxTokens: 500 })
    const seeded = Array.from({ length: 40 }, (_, index) =>
      (index % 2 ? assistant : user)(`${index} ${'word '.repeat(50)}`),
    )
    await thread.loci.memory.write({ ...thread.session, messages: seeded })
    await thread.summarize()
    const alterations: ((message: { role: string; content?: unknown }) => object)[] = [
      (message) => message,
      (message: { role: string; content?: unknown }) => ({
        role: 'assistant' as const,
        content: String(message.content),
      }),
      ({ content }) => ({ role: 'user', content: String(content) }),
    ]
    const news = [
      ['next', 'ok'],
      ['again', 'ok2'],
      ['more', 'ok3'],
    ]
    for (const [index, alter] of alterations.entries()) {
      const read = onTheWire(await thread.loci.memory.read(thread.session))
      const [first, ...rest] = read.messages
      expect(read.messages.filter(({ content }) => String(content).includes('They spoke of words.'))).toHaveLength(1)
      expect(first?.content).toContain('They spoke of words.')
      const [asked = '', answered = ''] = news[index] ?? []
      if (!first) throw new Error('the read was empty')
      const state = [alter(first), ...rest, user(asked), assistant(answered)]
      const write = await thread.loci.memory.write({
        ...thread.session,
        readId: read.readId,
        // The alterations keep the shape of a message.
        messages: state as Parameters<typeof thread.loci.memory.write>[0]['messages'],
      })
      expect(write).toMatchObject({ appended: 2, matched: rest.length, skippedSystem: 1 })
    }
    expect(await contents(thread)).toEqual([...seeded.map(({ content }) => content), ...news.flat()])
  })

  it('B146: every message is read once: the second summary is made of the first and of what follows it', async () => {
    endpoint.behave({
      kind: 'answer',
      text: (request) => {
        const { memory, contents: given } = givenTo(request)
        return [memory, ...given].filter((one) => one !== null).join(' ')
      },
    })
    const thread = await summarizedThread(database, context, { recentMessages: 2, summarizeEvery: 2 })
    await thread.writeTurns(1, 2)
    await thread.summarize()
    await thread.writeTurns(5, 1)
    await thread.summarize()
    expect(endpoint.requests.map(givenTo)).toEqual([
      { memory: null, contents: ['m1', 'm2'] },
      { memory: 'm1 m2', contents: ['m3', 'm4'] },
    ])
    const { messages, window } = onTheWire(await thread.loci.memory.read(thread.session))
    expect(messages[0]?.content).toMatch(/messages 1 to 4[\s\S]*\n\nm1 m2 m3 m4$/)
    expect(messages.slice(1).map(({ content }) => content)).toEqual(['m5', 'm6'])
    expect(window).toMatchObject({ strategy: 'summarizing', summary: { version: 2, toSeq: 4 }, messages: 3 })
    expect(window.tokens).toBe((window.summary?.tokens ?? 0) + 12)
  })

  it('B148: summaries are no search hits, however often one was made', async () => {
    endpoint.behave({ kind: 'answer', text: 'They said unique-needle-1.' })
    const thread = await summarizedThread(database, context, { recentMessages: 2, summarizeEvery: 2 })
    for (let round = 0; round < 5; round += 1) {
      await thread.loci.memory.write({
        ...thread.session,
        mode: 'append',
        messages: [user('unique-needle-1'), assistant('ok')],
      })
      await thread.summarize()
    }
    expect((await thread.summaries()).items).toHaveLength(4)
    expect(await contents(thread)).toHaveLength(10)
    const { items } = await createCaller(context).search.messages({ query: 'unique-needle-1', scope: thread.scope })
    expect(items).toHaveLength(5)
  })

  it('B013: of nothing no summary is made, also when somebody asks', async () => {
    const thread = await summarizedThread(database, context, { recentMessages: 1, summarizeEvery: 1, maxTokens: 500 })
    await thread.loci.memory.write({ ...thread.session, messages: [user('lorem ipsum '.repeat(20_000))] })
    expect(await thread.summarize({ asked: true })).toEqual({ kind: 'nothing' })
    expect(endpoint.requests).toEqual([])
    const { messages, window } = onTheWire(await thread.loci.memory.read(thread.session))
    expect(messages).toHaveLength(1)
    expect(window).toMatchObject({ overBudget: true, summary: null })
  })
})
