import { describe, expect, it } from 'vitest'
import { createMemory } from '../../../memory/better-agent/create-memory'
import { createInMemoryStorage } from '../../../memory/better-agent/in-memory-storage'
import { agentMemorySuite } from '../../support/agent-memory-suite'
import { sqlStyleStorage } from '../../support/sql-style-storage'

agentMemorySuite('a storage in this process', () => createInMemoryStorage())
agentMemorySuite('a storage in the style of a database', () => sqlStyleStorage())

describe('createMemory', () => {
  it('takes a positive integer for lastMessages and says what it was given', () => {
    for (const given of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => createMemory({ lastMessages: given })).toThrow(
        `lastMessages must be a positive integer; it is ${given}.`,
      )
    }
    // What a caller without types may send.
    expect(() => createMemory({ lastMessages: '20' as unknown as number })).toThrow('it is "20".')
    expect(() => createMemory({ lastMessages: null as unknown as number })).toThrow('it is null.')
    expect(createMemory({ lastMessages: 1 }).lastMessages).toBe(1)
    expect(createMemory().lastMessages).toBeUndefined()
  })

  it('says that it has no storage', async () => {
    await expect(createMemory().threads.get('t')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('keeps a storage of its own where the app has another', async () => {
    const own = createInMemoryStorage()
    const memory = createMemory({ storage: own }).over(createInMemoryStorage())
    await memory.messages.append({ threadId: 't', messages: [{ role: 'user', content: 'hi' }] })
    expect(await createMemory({ storage: own }).messages.list({ threadId: 't' })).toHaveLength(1)
  })
})
