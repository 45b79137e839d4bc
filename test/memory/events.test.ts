import { describe, expect, it } from 'vitest'
import type { MemoryProvider } from '../../memory/contract'
import { type MemoryReadEvent, withEvents } from '../../memory/events'
import type { ModelMessage } from '../../memory/message'
import { BufferMemory } from '../../memory/providers/buffer'
import { clearStaleSessions, sessions } from '../../memory/sessions'

const messages: ModelMessage[] = [
  { role: 'user', content: 'hello' },
  { role: 'assistant', content: 'hi' },
]

describe('memory:read and memory:write', () => {
  it('tell of each read and write what was asked and how many messages it was', async () => {
    const told: object[] = []
    let now = 0
    const memory = withEvents(new BufferMemory(), { now: () => (now += 5) })
      .on('memory:read', (event) => void told.push({ name: 'read', ...event }))
      .on('memory:write', (event) => void told.push({ name: 'write', ...event }))
    await memory.write(messages, { sessionId: 's', agentName: 'support', runId: 'r', tags: { topic: 'x' } })
    await memory.read({ sessionId: 's', limit: 1 })
    await memory.read()
    const write = { agentName: 'support', runId: 'r', tags: { topic: 'x' } }
    const read = { agentName: undefined, runId: undefined, tags: undefined, query: undefined }
    expect(told).toEqual([
      { name: 'write', sessionId: 's', provider: 'buffer', messages: 2, durationMs: 5, ...write },
      { name: 'read', sessionId: 's', provider: 'buffer', messages: 1, durationMs: 5, limit: 1, ...read },
      { name: 'read', sessionId: 'default', provider: 'buffer', messages: 0, durationMs: 5, limit: undefined, ...read },
    ])
  })

  it('a listener that throws or rejects changes nothing', async () => {
    const failures: unknown[] = []
    const heard: MemoryReadEvent[] = []
    const memory = withEvents(new BufferMemory(), { onListenerError: (error) => failures.push(error) })
    const throws = () => {
      throw new Error('thrown')
    }
    memory.on('memory:read', throws).on('memory:read', () => Promise.reject(new Error('rejected')))
    memory.on('memory:read', (event) => void heard.push(event))
    await memory.write(messages)
    expect(await memory.read()).toHaveLength(2)
    expect(heard).toHaveLength(1)
    await Promise.resolve()
    expect(failures.map(String)).toEqual(['Error: thrown', 'Error: rejected'])
    memory.off('memory:read', throws)
    await memory.read()
    await Promise.resolve()
    expect(failures.map(String)).toEqual(['Error: thrown', 'Error: rejected', 'Error: rejected'])
  })

  it('tell of what failed, and pass the failure on', async () => {
    const errors: unknown[] = []
    const broken: MemoryProvider = {
      type: 'broken',
      read: () => Promise.reject(new Error('no read')),
      write: () => Promise.reject(new Error('no write')),
    }
    const memory = withEvents(broken)
    memory.on('memory:read', ({ error }) => void errors.push(error))
    memory.on('memory:write', ({ error }) => void errors.push(error))
    await expect(memory.read()).rejects.toThrow('no read')
    await expect(memory.write(messages)).rejects.toThrow('no write')
    expect(errors.map(String)).toEqual(['Error: no read', 'Error: no write'])
    expect(memory.clear).toBeUndefined()
    expect(memory.entries).toBeUndefined()
    expect(() => memory.on('memory:reed' as 'memory:read', () => {})).toThrow('There is no event memory:reed')
  })
})

describe('sessions', () => {
  it('names of different kinds never meet', () => {
    const names = [
      sessions.user('a'),
      sessions.thread('a'),
      sessions.global(),
      sessions.ephemeral(),
      sessions.ephemeral(),
    ]
    expect(new Set(names).size).toBe(names.length)
    expect(sessions.user('alice')).toBe('user-alice')
    expect(() => sessions.user(' ')).toThrow(RangeError)
  })

  it('clears what was last read or written before a time', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const memory = new BufferMemory({ now: () => now })
    for (const sessionId of ['old', 'read since', 'new']) {
      await memory.write(messages, { sessionId })
      now += 60_000
    }
    await memory.read({ sessionId: 'read since' })
    const before = new Date('2026-01-01T00:02:00Z')
    expect(await clearStaleSessions(memory, { before })).toEqual(['old'])
    expect((await memory.entries()).map(({ sessionId }) => sessionId)).toEqual(['read since', 'new'])
    expect(await clearStaleSessions(memory, { before: new Date(0) })).toEqual([])
    const poor: MemoryProvider = { type: 'poor', read: async () => [], write: async () => {} }
    await expect(clearStaleSessions(poor, { before })).rejects.toThrow('poor can neither')
  })
})
