import { convertToModelMessages, stepCountIs, streamText, tool, type UIMessage, validateUIMessages } from 'ai'
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { chatMessages, type UiMessage } from '../../sdk/ai-sdk'
import { Loci, type ScopedLoci } from '../../sdk/client'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let key: string
let tenants = 0

beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

function chats(): { store: ReturnType<typeof chatMessages>; loci: ScopedLoci; calls: string[] } {
  tenants += 1
  const calls: string[] = []
  const watching: typeof fetch = (input, init) => {
    calls.push(String(input).split('/').at(-1) ?? '')
    return fetch(input, init)
  }
  const loci = new Loci({ url: server.url, key, fetch: watching }).for({ tenant: `chats-${tenants}` })
  return { store: chatMessages({ loci, agentName: 'support' }), loci, calls }
}

const says = (id: string, text = id): UiMessage => ({
  id,
  role: 'assistant',
  parts: [{ type: 'text', text, state: 'done' }],
})
const asks = (id: string, text = id): UiMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] })
const call = (state: string, more: object = {}) => ({
  type: 'tool-book',
  toolCallId: 'c1',
  state,
  input: { seat: 1 },
  ...more,
})

describe('chatMessages', () => {
  it('R2: stores a chat that is saved whole, again and again, once', async () => {
    const { store, loci } = chats()
    expect(await store.loadMessages('chat')).toEqual([])
    const chat: UiMessage[] = []
    for (let turn = 1; turn <= 4; turn += 1) {
      chat.push(asks(`q${turn}`), says(`a${turn}`))
      expect(await store.saveMessages({ chatId: 'chat', messages: chat })).toEqual({ appended: 2, changed: [] })
      expect(await store.saveMessages({ chatId: 'chat', messages: chat })).toEqual({ appended: 0, changed: [] })
    }
    expect(await store.loadMessages('chat')).toEqual(chat)
    expect(await loci.threads.get({ threadId: 'chat' })).toMatchObject({ messageCount: 8, agentName: 'support' })
    expect((await loci.memory.read({ sessionId: 'chat' })).messages.map(({ content }) => content)).toContain('q4')
  })

  it('stores what comes last alone, and a long chat costs one page', async () => {
    const { store, calls } = chats()
    const chat = Array.from({ length: 250 }, (_, index) => (index % 2 ? says(`a${index}`) : asks(`q${index}`)))
    await store.saveMessages({ chatId: 'chat', messages: chat })
    calls.length = 0
    const more = [asks('next'), says('last')]
    expect(await store.saveMessages({ chatId: 'chat', messages: more })).toEqual({ appended: 2, changed: [] })
    expect(await store.saveMessages({ chatId: 'chat', messages: [...chat.slice(-2), ...more] })).toEqual({
      appended: 0,
      changed: [],
    })
    expect(calls).toEqual(['messages.list', 'memory.write', 'messages.list'])
    expect(await store.loadMessages('chat')).toEqual([...chat, ...more])
    // From a page further back than the newest: nothing is stored twice.
    expect((await store.saveMessages({ chatId: 'chat', messages: chat.slice(0, 4) })).appended).toBe(0)
    expect(await store.loadMessages('chat')).toHaveLength(252)
  })

  it('a message that is still being written waits, and goes on where it was', async () => {
    const { store, loci } = chats()
    const save = (parts: UiMessage['parts'], metadata?: unknown) =>
      store.saveMessages({
        chatId: 'chat',
        messages: [asks('q'), { id: 'a', role: 'assistant', ...(metadata ? { metadata } : {}), parts }],
      })
    await save([{ type: 'step-start' }, { type: 'text', text: 'One mo', state: 'streaming' }])
    await save([{ type: 'step-start' }, { type: 'text', text: 'One moment', state: 'done' }, call('input-streaming')])
    await save([
      { type: 'step-start' },
      { type: 'text', text: 'One moment', state: 'done' },
      call('approval-requested', { approval: { id: 'p' } }),
    ])
    await save([
      { type: 'step-start' },
      { type: 'text', text: 'One moment', state: 'done' },
      call('approval-responded', { approval: { id: 'p', approved: true } }),
    ])
    const done: UiMessage['parts'] = [
      { type: 'step-start' },
      { type: 'text', text: 'One moment', state: 'done' },
      call('output-available', { approval: { id: 'p', approved: true }, output: { booked: true } }),
      { type: 'data-seat', data: { seat: 1 } },
      { type: 'step-start' },
      { type: 'text', text: 'Booked.', state: 'done' },
    ]
    await save(done, { tokens: 12 })
    expect(await save(done, { tokens: 12 })).toEqual({ appended: 0, changed: [] })
    expect(await store.loadMessages('chat')).toEqual([
      asks('q'),
      { id: 'a', role: 'assistant', metadata: { tokens: 12 }, parts: done },
    ])
    const seen = (await loci.memory.read({ sessionId: 'chat' })).messages
    expect(seen.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'q'],
      ['assistant', 'One moment'],
      ['assistant', null],
      ['tool', '{"booked":true}'],
      ['assistant', 'Booked.'],
    ])
  })

  it('says what was changed, and keeps what is stored', async () => {
    const { store } = chats()
    await store.saveMessages({ chatId: 'chat', messages: [asks('q'), says('a', 'first')] })
    const edited = [asks('q', 'edited'), says('a', 'first'), asks('q2')]
    expect(await store.saveMessages({ chatId: 'chat', messages: edited })).toEqual({ appended: 1, changed: ['q'] })
    expect(await store.loadMessages('chat')).toEqual([asks('q'), says('a', 'first'), asks('q2')])
  })

  it('shows nothing of what was redacted, and does not store it again', async () => {
    const { store, loci } = chats()
    const booked = call('output-available', { output: 'seat 1 of Ada' })
    const answer: UiMessage = { id: 'a', role: 'assistant', parts: [booked, { type: 'text', text: 'Booked.' }] }
    const chat = [asks('q', 'I am Ada'), answer, asks('q2'), says('a2')]
    await store.saveMessages({ chatId: 'chat', messages: chat })
    await loci.messages.redact({ threadId: 'chat', messageId: 'q' })
    await loci.messages.redact({ threadId: 'chat', messageId: 'a#1' })
    const loaded = await store.loadMessages('chat')
    expect(JSON.stringify(loaded)).not.toContain('Ada')
    expect(loaded.map(({ id }) => id)).toEqual(['a', 'q2', 'a2'])
    expect(loaded[0]?.parts).toEqual([call('input-available'), { type: 'text', text: 'Booked.' }])
    const again = await store.saveMessages({ chatId: 'chat', messages: [...chat, asks('q3')] })
    expect(again).toEqual({ appended: 1, changed: ['q', 'a'] })
    const { items } = await loci.messages.list({ threadId: 'chat', limit: 200 })
    expect(JSON.stringify(items)).not.toContain('Ada')
  })

  it('two that save one chat at once store it once', async () => {
    const { store } = chats()
    const chat = [asks('q'), says('a')]
    await Promise.all([1, 2, 3].map(() => store.saveMessages({ chatId: 'chat', messages: chat })))
    expect(await store.loadMessages('chat')).toEqual(chat)
  })

  it('holds a chat of the AI SDK’s own, steps and tools included', async () => {
    const { store } = chats()
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    }
    const answers = [
      [{ type: 'tool-call' as const, toolCallId: 'w1', toolName: 'weather', input: '{"city":"Oslo"}' }],
      [
        { type: 'text-start' as const, id: 't' },
        { type: 'text-delta' as const, id: 't', delta: 'Sun' },
        { type: 'text-delta' as const, id: 't', delta: 'ny.' },
        { type: 'text-end' as const, id: 't' },
      ],
    ]
    const model = new MockLanguageModelV3({
      doStream: async () => {
        const chunks = answers.shift() ?? []
        const unified = chunks[0]?.type === 'tool-call' ? ('tool-calls' as const) : ('stop' as const)
        return {
          stream: simulateReadableStream({
            chunks: [...chunks, { type: 'finish' as const, usage, finishReason: { unified, raw: unified } }],
          }),
        }
      },
    })
    const tools = {
      weather: tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => ({ city, sun: true }) }),
    }
    const originalMessages: UIMessage[] = [{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'Weather?' }] }]
    const result = streamText({
      model,
      tools,
      stopWhen: stepCountIs(3),
      messages: await convertToModelMessages(originalMessages),
    })
    let finished: UIMessage[] = []
    const response = result.toUIMessageStreamResponse({
      originalMessages,
      generateMessageId: () => 'a',
      onFinish: async ({ messages }) => {
        finished = messages
        await store.saveMessages({ chatId: 'chat', messages })
      },
    })
    await response.text()
    const loaded = await store.loadMessages<UIMessage>('chat')
    expect(loaded).toEqual(JSON.parse(JSON.stringify(finished)))
    expect(loaded[1]?.parts.map(({ type }) => type)).toEqual(['step-start', 'tool-weather', 'step-start', 'text'])
    await validateUIMessages({ messages: loaded })
    expect((await convertToModelMessages(loaded)).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
  })
})
