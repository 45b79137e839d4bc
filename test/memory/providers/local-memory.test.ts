import { describe, expect, expectTypeOf, it } from 'vitest'
import type { MemoryProvider } from '../../../memory/contract'
import type { ModelMessage } from '../../../memory/message'
import { BufferMemory } from '../../../memory/providers/buffer'
import { CompositeMemory } from '../../../memory/providers/composite'
import { SlidingWindowMemory } from '../../../memory/providers/sliding-window'
import { SummarizingMemory } from '../../../memory/providers/summarizing'
import { VectorMemory } from '../../../memory/providers/vector'
import { sessions } from '../../../memory/sessions'
import { tokenizer } from '../../../sdk/tokens'

const user = (content: string): ModelMessage => ({ role: 'user', content })
const says = (content: string): ModelMessage => ({ role: 'assistant', content })
const texts = (messages: readonly ModelMessage[]) => messages.map(({ content }) => content)

describe('memories in the process', () => {
  it.each<[string, () => unknown]>([
    ['maxMessages 0', () => new BufferMemory({ maxMessages: 0 })],
    ['maxTokens -1', () => new BufferMemory({ maxTokens: -1 })],
    ['maxTurns 1.5', () => new SlidingWindowMemory({ maxTurns: 1.5 })],
    ['maxTokens NaN', () => new SlidingWindowMemory({ maxTokens: Number.NaN })],
    ['summarizeEvery 0', () => new SummarizingMemory({ summaryModel: () => '', summarizeEvery: 0 })],
    ['topK 0', () => new VectorMemory({ topK: 0 })],
    ['threshold 2', () => new VectorMemory({ threshold: 2 })],
    ['maxTokens 0', () => new CompositeMemory({ providers: [new BufferMemory()], maxTokens: 0 })],
  ])('refuse %s', (_name, make) => expect(make).toThrow(RangeError))

  it('BufferMemory trims what it stores, and still knows the echo of what it let go', async () => {
    const memory = new BufferMemory({ maxMessages: 4 })
    const state: ModelMessage[] = []
    for (let number = 1; number <= 10; number += 1) {
      state.push(user(`q${number}`), says(`a${number}`))
      await memory.write(state, { sessionId: 's' })
    }
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual(['q9', 'a9', 'q10', 'a10'])
    expect(texts((await memory.entries('s')).flatMap(({ messages }) => messages))).toEqual(['q9', 'a9', 'q10', 'a10'])
    expect(memory.stats('s')).toMatchObject({ messages: 20, turns: 10, isEstimate: true })
  })

  it('W3: an exchange that alone is more than the limit stays whole', async () => {
    const memory = new BufferMemory({ maxMessages: 2 })
    const toolCalls = ['a', 'b', 'c'].map((id) => ({ id, name: 'find', arguments: {} }))
    const results = ['a', 'b', 'c'].map((id): ModelMessage => ({ role: 'tool', toolCallId: id, content: id }))
    await memory.write([user('look'), { role: 'assistant', content: null, toolCalls }, ...results], { sessionId: 's' })
    expect((await memory.read({ sessionId: 's' })).map(({ role }) => role).slice(-4)).toEqual([
      'assistant',
      'tool',
      'tool',
      'tool',
    ])
  })

  it('BufferMemory begins with the sessions it is given', async () => {
    const memory = new BufferMemory({ defaultStore: new Map([['s', [user('hello'), says('hi')]]]) })
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual(['hello', 'hi'])
    expect(memory.sessionCount).toBe(1)
  })

  it('SlidingWindowMemory keeps turns, and shows what the tokens allow by the counter it is given', async () => {
    const memory = new SlidingWindowMemory({ maxTurns: 3, maxTokens: 40, counter: tokenizer })
    for (let number = 1; number <= 5; number += 1) {
      await memory.write([...(await memory.read()), user(`question ${number}`), says('word '.repeat(4).trim())])
    }
    expect(memory.stats()).toMatchObject({ turns: 5, counter: 'o200k_base', isEstimate: false })
    const kept = (await memory.entries()).flatMap(({ messages }) => messages)
    expect(texts(kept)[0]).toBe('question 3')
    const shown = await memory.read()
    const tokens = shown.reduce((total, message) => total + tokenizer.countMessage(message), 0)
    expect(tokens).toBeLessThanOrEqual(40)
    expect(shown.length).toBeGreaterThan(2)
  })

  it('W2: a message that is no message is refused by its place, and nothing of the write is stored', async () => {
    const memory = new BufferMemory()
    const odd = (value: unknown) => [user('fine'), value as ModelMessage]
    for (const value of [
      null,
      'text',
      { role: 'robot' },
      { role: 'tool', content: '' },
      { role: 'user', content: 5 },
    ]) {
      await expect(memory.write(odd(value))).rejects.toMatchObject({ code: 'INVALID_INPUT', retryable: false })
    }
    const circular: ModelMessage = user('round')
    circular.self = circular
    await expect(memory.write([circular])).rejects.toThrow('messages.0')
    expect(await memory.read()).toEqual([])
  })

  it.each(['', '  ', '\n'])(
    'S4: a blank session (%j) is refused everywhere, and never means all',
    async (sessionId) => {
      const memory = new BufferMemory()
      await memory.write([user('a'), says('b')])
      await expect(memory.clear(sessionId)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      await expect(memory.read({ sessionId })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      await expect(memory.write([user('c')], { sessionId })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      await expect(memory.entries(sessionId)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      expect(memory.sessionCount).toBe(1)
    },
  )

  it('R2: what was read from a session that has been cleared since does not come back', async () => {
    const memory = new BufferMemory()
    await memory.write([user('old'), says('gone')], { sessionId: 's' })
    const seen = await memory.read({ sessionId: 's' })
    await memory.clear('s')
    await memory.write([...seen, user('new'), says('kept')], { sessionId: 's' })
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual(['new', 'kept'])
  })

  it('R2: two runs that have read the same keep apart', async () => {
    const memory = new BufferMemory()
    await memory.write([user('start'), says('started')])
    const [first, second] = [await memory.read(), await memory.read()]
    await memory.write([...first, user('one'), says('1')])
    await memory.write([...second, user('two'), says('2')])
    expect(texts(await memory.read())).toEqual(['start', 'started', 'one', '1', 'two', '2'])
  })

  it('W3: the calls of the run that reads are served as they are, to others without', async () => {
    const memory = new BufferMemory()
    const call: ModelMessage = {
      role: 'assistant',
      content: 'looking',
      toolCalls: [{ id: 'c', name: 'find', arguments: {} }],
    }
    await memory.write([user('look'), call], { runId: 'mine' })
    expect((await memory.read({ runId: 'mine' })).at(-1)?.toolCalls).toHaveLength(1)
    expect((await memory.read({ runId: 'other' })).at(-1)).not.toHaveProperty('toolCalls')
  })

  it('W4: an exchange that tags would cut is left out whole', async () => {
    const memory = new BufferMemory()
    const toolCalls = [{ id: 'c', name: 'find', arguments: {} }]
    const state: ModelMessage[] = [user('look'), { role: 'assistant', content: 'one moment', toolCalls }]
    await memory.write(state, { runId: 'r', tags: { part: 'first' } })
    state.push({ role: 'tool', toolCallId: 'c', content: 'found' }, says('there'))
    await memory.write(state, { runId: 'r', tags: { part: 'second' } })
    expect(texts(await memory.read({ tags: { part: 'first' } }))).toEqual(['look'])
    expect(texts(await memory.read({ tags: { part: 'second' } }))).toEqual(['there'])
  })

  it('ttl: a session lives so long from its last write on; a write without one lets it stay', async () => {
    let now = 1_000_000
    const memory = new BufferMemory({ now: () => now })
    await memory.write([user('a'), says('b')], { sessionId: 's', ttl: 10 })
    expect((await memory.entries('s'))[0]?.metadata.expiresAt).toEqual(new Date(now + 10_000))
    now += 9_000
    await memory.write([...(await memory.read({ sessionId: 's' })), user('c'), says('d')], { sessionId: 's', ttl: 10 })
    now += 9_999
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual(['a', 'b', 'c', 'd'])
    now += 1
    expect(await memory.read({ sessionId: 's' })).toEqual([])
    expect(await memory.entries()).toEqual([])
    expect(memory.sessionCount).toBe(0)
    await memory.write([user('e'), says('f')], { sessionId: 's', ttl: 10 })
    await memory.write([...(await memory.read({ sessionId: 's' })), user('g'), says('h')], { sessionId: 's' })
    now += 1_000_000
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual(['e', 'f', 'g', 'h'])
    for (const ttl of [0, -1, 1.5, Number.NaN]) {
      await expect(memory.write([user('x')], { ttl })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    }
  })

  it('ttl: sessions that nobody asks for any more are let go, in a composite memory too', async () => {
    let now = 0
    const inner = new BufferMemory({ now: () => now })
    const memory = new CompositeMemory({ providers: [inner, new VectorMemory({ now: () => now })] })
    for (let number = 0; number < 300; number += 1) {
      await memory.write([user('a'), says('b')], { sessionId: sessions.ephemeral(), ttl: 10 })
      now += 1_000
    }
    expect(inner.sessionCount).toBe(9)
    await memory.write([user('c'), says('d')], { sessionId: 's', ttl: 10 })
    now += 10_000
    expect(await memory.read({ sessionId: 's' })).toEqual([])
    await memory.write([user('e'), says('f')], { sessionId: 's' })
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual(['e', 'f'])
  })

  it("can be given to an agent whose message type is narrower, as AgentLIB's is", () => {
    interface AgentMessage {
      role: 'system' | 'user' | 'assistant' | 'tool'
      content: string
      toolCallId?: string | undefined
    }
    interface AgentProvider {
      readonly type: string
      read(options: { limit?: number | undefined; sessionId?: string | undefined }): Promise<AgentMessage[]>
      write(messages: AgentMessage[], options: { sessionId?: string | undefined }): Promise<void>
      clear?(sessionId?: string): Promise<void>
      entries?(sessionId?: string): Promise<{ id: string; messages: AgentMessage[]; metadata: { createdAt: Date } }[]>
    }
    const memory: AgentProvider = new BufferMemory({ maxMessages: 10 })
    expect(memory.type).toBe('buffer')
    expectTypeOf<BufferMemory<AgentMessage>>().toExtend<AgentProvider>()
    expectTypeOf<BufferMemory>().toExtend<MemoryProvider>()
  })
})
