import { describe, expect, it } from 'vitest'
import type { MemoryProvider } from '../../../memory/contract'
import type { ModelMessage } from '../../../memory/message'
import { BufferMemory } from '../../../memory/providers/buffer'
import { CompositeMemory, CompositeWriteError } from '../../../memory/providers/composite'
import { SlidingWindowMemory } from '../../../memory/providers/sliding-window'
import { SummarizingMemory } from '../../../memory/providers/summarizing'
import { VectorMemory } from '../../../memory/providers/vector'

const turn = (number: number): ModelMessage[] => [
  { role: 'user', content: `question ${number}` },
  { role: 'assistant', content: `answer ${number}` },
]
const turns = (count: number) => Array.from({ length: count }, (_, index) => turn(index + 1)).flat()
const texts = (messages: readonly ModelMessage[]) => messages.map(({ content }) => content)

/** A memory that somebody else wrote: it keeps what it is given, with ids or without, and can be made to fail. */
function foreign(options: { type?: string; dropsIds?: boolean; fails?: () => boolean } = {}): MemoryProvider {
  const inner = new BufferMemory({ maxMessages: 1_000 })
  return {
    type: options.type ?? 'foreign',
    read: async (asked) => {
      const seen = await inner.read(asked)
      return options.dropsIds ? seen.map(({ id: _id, ...rest }) => rest) : seen
    },
    write: async (messages, asked) => {
      if (options.fails?.()) throw new Error('no connection')
      await inner.write(messages, asked)
    },
    clear: (sessionId) => inner.clear(sessionId),
  }
}

describe('CompositeMemory', () => {
  it('W8: what is recalled stands where it stood, although the lists have nothing in common', async () => {
    const memory = new CompositeMemory({
      providers: [new BufferMemory({ maxMessages: 2 }), new VectorMemory({ topK: 2 })],
    })
    await memory.write(turns(9), { sessionId: 's' })
    const seen = await memory.read({ sessionId: 's', query: 'question 3' })
    expect(texts(seen)).toContain('question 3')
    // The buffer shows its own beside it: a query that recalls narrows nothing.
    expect(texts(seen).slice(-2)).toEqual(['question 9', 'answer 9'])
    expect(texts(seen)).toEqual(texts(turns(9)).filter((text) => texts(seen).includes(text)))
    await memory.write([...seen, ...turn(10)], { sessionId: 's' })
    expect(texts(await memory.read({ sessionId: 's' })).slice(-2)).toEqual(texts(turn(10)))
  })

  it('equal messages at two places are two, although each memory shows one of them', async () => {
    const there: ModelMessage = { role: 'assistant', content: 'the zebra is there' }
    const between: ModelMessage[] = ['b', 'c', 'd'].map((content) => ({ role: 'user', content }))
    const newest = new BufferMemory({ maxMessages: 1 })
    // Lets go of nothing, and shows the oldest of what the tags leave.
    const tagged = new SlidingWindowMemory()
    const oldest: MemoryProvider = {
      type: 'oldest',
      read: (options) => tagged.read({ ...options, tags: { part: 'first' } }),
      write: (messages, options) => tagged.write(messages, options),
    }
    const memory = new CompositeMemory({ providers: [newest, oldest] })
    await memory.write([there], { sessionId: 's', tags: { part: 'first' } })
    await memory.write([there, ...between, there], { sessionId: 's' })
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual([there.content, there.content])
  })

  it('W8: concat fills up with the first, interleave takes turns, priority keeps the first whole', async () => {
    const read = async (mergeStrategy: 'concat' | 'interleave' | 'priority', limit: number) => {
      const memory = new CompositeMemory({
        mergeStrategy,
        providers: [new BufferMemory({ maxMessages: 4 }), new SlidingWindowMemory()],
      })
      await memory.write(turns(6), { sessionId: 's' })
      return texts(await memory.read({ sessionId: 's', limit }))
    }
    expect(await read('concat', 6)).toEqual(texts(turns(6).slice(-6)))
    expect(await read('priority', 5)).toEqual(texts(turns(6).slice(-5)))
    expect(await read('interleave', 4)).toEqual(texts(turns(6).slice(-4)))
  })

  it('a summary stands first, once, and is not stored in any of the others', async () => {
    const buffer = new BufferMemory()
    const summarizing = new SummarizingMemory({
      summaryModel: () => 'Said before.',
      recentMessages: 2,
      summarizeEvery: 4,
    })
    const memory = new CompositeMemory({ providers: [buffer, summarizing] })
    await memory.write(turns(5), { sessionId: 's' })
    await summarizing.settled()
    const seen = await memory.read({ sessionId: 's' })
    expect(String(seen[0]?.content)).toContain('Said before.')
    expect(texts(seen.slice(1))).toEqual(texts(turns(5)))
    await memory.write([...seen, ...turn(6)], { sessionId: 's' })
    expect(buffer.stats('s')).toMatchObject({ messages: 12 })
  })

  it.each([false, true])(
    'a memory without ids and one with them hold the same messages (first: %s)',
    async (isFirst) => {
      const plain = foreign({ dropsIds: true })
      const own = new BufferMemory()
      const memory = new CompositeMemory({ providers: isFirst ? [plain, own] : [own, plain] })
      for (let number = 1; number <= 3; number += 1) {
        const yes: ModelMessage[] = [
          { role: 'user', content: 'yes' },
          { role: 'assistant', content: 'ok' },
        ]
        await memory.write([...(await memory.read({ sessionId: 's' })), ...yes], { sessionId: 's' })
      }
      expect(texts(await memory.read({ sessionId: 's' }))).toEqual(['yes', 'ok', 'yes', 'ok', 'yes', 'ok'])
    },
  )

  it('reads what its providers held before', async () => {
    const first = new BufferMemory()
    const second = new SlidingWindowMemory()
    await first.write(turns(3), { sessionId: 's' })
    await second.write(turns(3), { sessionId: 's' })
    const memory = new CompositeMemory({ providers: [first, second] })
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual(texts(turns(3)))
    await memory.write([...(await memory.read({ sessionId: 's' })), ...turn(4)], { sessionId: 's' })
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual(texts(turns(4)))
    expect(first.stats('s')).toMatchObject({ messages: 8 })
    expect(second.stats('s')).toMatchObject({ messages: 8 })
  })

  it('R6: when one fails, the memories of the process hold nothing of the write, and the error says who has it', async () => {
    let isDown = true
    const buffer = new BufferMemory()
    const up = foreign({ type: 'up' })
    const down = foreign({ type: 'down', fails: () => isDown })
    const memory = new CompositeMemory({ providers: [buffer, up, down] })
    const error = await memory.write(turns(1), { sessionId: 's' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CompositeWriteError)
    expect(error).toMatchObject({ failed: 'down', stored: ['up'], cause: { message: 'no connection' } })
    expect(await buffer.read({ sessionId: 's' })).toEqual([])
    isDown = false
    await memory.write(turns(1), { sessionId: 's' })
    for (const provider of [buffer, up, down])
      expect(texts(await provider.read({ sessionId: 's' }))).toEqual(texts(turns(1)))
  })

  it('R6: a write that one memory refuses reaches none', async () => {
    const buffer = new BufferMemory()
    const other = foreign()
    const memory = new CompositeMemory({ providers: [other, buffer] })
    const orphan: ModelMessage = { role: 'tool', toolCallId: 'nobody', content: 'lost' }
    await expect(memory.write([orphan], { sessionId: 's' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await other.read({ sessionId: 's' })).toEqual([])
  })

  it('a read that one memory cannot answer fails', async () => {
    const broken: MemoryProvider = {
      type: 'broken',
      read: () => Promise.reject(new Error('down')),
      write: async () => {},
    }
    const memory = new CompositeMemory({ providers: [new BufferMemory(), broken] })
    await expect(memory.read()).rejects.toThrow('down')
  })

  it('says that a memory cannot clear', async () => {
    const stubborn: MemoryProvider = { type: 'stubborn', read: async () => [], write: async () => {} }
    const buffer = new BufferMemory()
    const memory = new CompositeMemory({ providers: [stubborn, buffer] })
    await memory.write(turns(1))
    await expect(memory.clear()).rejects.toThrow('stubborn cannot clear')
    expect(await buffer.read()).toEqual([])
    expect(() => new CompositeMemory({ providers: [] })).toThrow(RangeError)
  })
})
