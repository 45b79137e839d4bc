import { describe, expect, it } from 'vitest'
import type { ModelMessage } from '../../../memory/message'
import { VectorMemory } from '../../../memory/providers/vector'

const says = (content: string): ModelMessage => ({ role: 'assistant', content })
const user = (content: string): ModelMessage => ({ role: 'user', content })
const texts = (messages: readonly ModelMessage[]) => messages.map(({ content }) => content)

/** Two directions: animals, and everything else. */
const embed = async (text: string) => (/cat|dog|feline/.test(text) ? [1, 0.1] : [0.1, 1])

const talk = [
  user('my cat is ill'),
  says('take it to a vet'),
  user('what does a parcel cost'),
  says('five euros'),
  user('thanks'),
  says('welcome'),
]

describe('VectorMemory', () => {
  it('recalls by meaning what shares no word with the query, in the order of the session', async () => {
    const memory = new VectorMemory({ topK: 1, embed })
    await memory.write(talk, { sessionId: 's' })
    expect(texts(await memory.read({ sessionId: 's', query: 'feline' }))).toEqual(['my cat is ill'])
  })

  it('a message below the threshold is not recalled; then the newest are shown', async () => {
    const memory = new VectorMemory({ topK: 2, threshold: 0.9 })
    await memory.write(talk, { sessionId: 's' })
    expect(texts(await memory.read({ sessionId: 's', query: 'feline whiskers' }))).toEqual(['thanks', 'welcome'])
    expect(texts(await memory.read({ sessionId: 's', query: 'parcel' }))).toEqual(['what does a parcel cost'])
  })

  it('keeps the newest messages beside what it recalls', async () => {
    const memory = new VectorMemory({ topK: 1, recentMessages: 2, embed })
    await memory.write(talk, { sessionId: 's' })
    expect(texts(await memory.read({ sessionId: 's', query: 'dog' }))).toEqual(['my cat is ill', 'thanks', 'welcome'])
  })

  it('W3: brings whole exchanges', async () => {
    const memory = new VectorMemory({ topK: 1 })
    const call: ModelMessage = {
      role: 'assistant',
      content: null,
      toolCalls: [{ id: 'c', name: 'find', arguments: {} }],
    }
    const result: ModelMessage = { role: 'tool', toolCallId: 'c', content: 'the zebra is in Lyon' }
    await memory.write([user('where'), call, result, says('there'), ...talk], { sessionId: 's' })
    const seen = await memory.read({ sessionId: 's', query: 'zebra' })
    expect(seen.map(({ role }) => role)).toEqual(['assistant', 'tool'])
  })

  it.each<[string, (text: string) => Promise<number[]>]>([
    ['fails', () => Promise.reject(new Error('down'))],
    ['never answers', () => new Promise(() => {})],
    ['gives nonsense', async () => [Number.NaN]],
  ])('goes by words where embed %s', async (_name, broken) => {
    const memory = new VectorMemory({ topK: 1, embed: broken, patienceMs: 20 })
    await memory.write(talk, { sessionId: 's' })
    expect(texts(await memory.read({ sessionId: 's', query: 'a parcel' }))).toEqual(['what does a parcel cost'])
  })

  it('tells why there was no vector, and asks again', async () => {
    let isDown = true
    const memory = new VectorMemory({
      topK: 1,
      embed: async (text) => {
        if (isDown) throw new Error('down')
        return embed(text)
      },
    })
    await memory.write(talk, { sessionId: 's' })
    await memory.read({ sessionId: 's', query: 'feline' })
    expect(memory.embedFailure).toMatchObject({ message: 'down' })
    isDown = false
    expect(texts(await memory.read({ sessionId: 's', query: 'feline' }))).toEqual(['my cat is ill'])
    expect(memory.embedFailure).toBeUndefined()
  })

  it('gives each text its vector once, also among tags', async () => {
    const asked: string[] = []
    const memory = new VectorMemory({
      embed: (text) => {
        asked.push(text)
        return embed(text)
      },
    })
    await memory.write(talk, { sessionId: 's', tags: { topic: 'all' } })
    for (const query of ['one', 'two', 'three']) await memory.read({ sessionId: 's', query, tags: { topic: 'all' } })
    expect(asked.filter((text) => text === 'my cat is ill')).toHaveLength(1)
  })
})
