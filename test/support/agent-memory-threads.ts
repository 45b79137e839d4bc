import { expect, it } from 'vitest'
import { createMemory } from '../../memory/better-agent/create-memory'
import type { BetterAgentStorage } from '../../memory/better-agent/storage'
import { calls, idsOf, result, says, user } from './agent-messages'

const thread = (id: string, more: object = {}) => ({ id, agentName: 'support', createdAt: 1, updatedAt: 1, ...more })
const codeOf = (code: string) => expect.objectContaining({ code })

/** How it keeps threads, and forks them. */
export function holdsThreads(storage: () => BetterAgentStorage): void {
  it('threads are made, found, changed and listed, the last used first', async () => {
    const memory = createMemory({ storage: storage() })
    await expect(memory.threads.set('t', thread('other'))).rejects.toEqual(codeOf('INVALID_INPUT'))
    await memory.threads.set('t1', thread('t1', { title: 'One', metadata: { plan: 'pro', n: 1 }, state: { step: 1 } }))
    expect(await memory.threads.get('t1')).toMatchObject({
      id: 't1',
      agentName: 'support',
      title: 'One',
      metadata: { plan: 'pro', n: 1 },
      state: { step: 1 },
    })
    await memory.threads.set('t1', thread('t1', { metadata: { n: 2 } }))
    const changed = await memory.threads.get('t1')
    expect(changed?.metadata).toEqual({ n: 2 })
    expect([changed?.title, changed?.state]).toEqual([undefined, undefined])
    await memory.threads.set('t2', { ...thread('t2'), agentName: 'other' })
    await memory.messages.append({ threadId: 't1', messages: [user('later')] })
    await memory.messages.append({ threadId: 't2', messages: [user('latest')] })
    expect(idsOf(await memory.threads.list())).toEqual(['t2', 't1'])
    expect(idsOf(await memory.threads.list({ limit: 1 }))).toEqual(['t2'])
    expect(idsOf(await memory.threads.list({ agentName: 'support' }))).toEqual(['t1'])
    expect(await memory.threads.get('nobody')).toBeUndefined()
  })

  it('finds its rows on delete, whatever generateId makes', async () => {
    const generateId = (kind: string) => `${kind}_${crypto.randomUUID()}`
    const memory = createMemory({ storage: storage(), generateId })
    const made = await memory.threads.create({ agentName: 'support', title: 'New' })
    expect(made.id).toMatch(/^thread_/)
    await memory.messages.append({ threadId: made.id, messages: [user('a'), says('b')] })
    await memory.threads.delete(made.id)
    expect(await memory.threads.get(made.id)).toBeUndefined()
    expect(await memory.messages.list({ threadId: made.id })).toEqual([])
    await memory.threads.delete(made.id)
    await memory.messages.append({ threadId: made.id, messages: [user('a')] })
    expect(idsOf(await memory.messages.list({ threadId: made.id }))).toEqual(['a'])
  })

  it('forks a thread, and what a transform makes of it, without exchanges that it splits', async () => {
    const memory = createMemory({ storage: storage() })
    await memory.threads.set('source', thread('source', { title: 'Source', metadata: { k: 1 } }))
    const first = [user('q'), calls('c', 'x'), result('r', 'x'), says('a')]
    await memory.messages.append({ threadId: 'source', runId: 'r1', messages: first })
    await memory.messages.append({ threadId: 'source', runId: 'r2', messages: [user('q2'), says('a2')] })
    const forked = await memory.fork('copy', 'source')
    expect(forked).toMatchObject({ id: 'copy', agentName: 'support', title: 'Source', metadata: { k: 1 } })
    const copied = await memory.messages.list({ threadId: 'copy' })
    expect(idsOf(copied)).toEqual(['q', 'c', 'r', 'a', 'q2', 'a2'])
    expect(copied.map(({ runId }) => runId)).toEqual(['r1', 'r1', 'r1', 'r1', 'r2', 'r2'])
    await memory.fork('short', 'source', (messages) => messages.slice(-4))
    expect(idsOf(await memory.messages.list({ threadId: 'short' }))).toEqual(['a', 'q2', 'a2'])
    await memory.fork('more', 'short', async (messages) => [...messages, says('b', 'added')])
    expect(idsOf(await memory.messages.list({ threadId: 'more' }))).toEqual(['a', 'q2', 'a2', 'b'])
    await memory.messages.append({ threadId: 'copy', messages: [user('only here')] })
    expect(await memory.messages.list({ threadId: 'source' })).toHaveLength(6)
    expect(await memory.messages.list({ threadId: 'source', beforeRunId: 'r2' })).toHaveLength(4)
    await expect(memory.fork('copy', 'source')).rejects.toEqual(codeOf('CONFLICT'))
    await expect(memory.fork('source', 'source')).rejects.toEqual(codeOf('CONFLICT'))
    await expect(memory.fork('new', 'missing')).rejects.toEqual(codeOf('NOT_FOUND'))
    await expect(memory.fork('new', 'missing', (messages) => messages)).rejects.toEqual(codeOf('NOT_FOUND'))
    expect(await memory.threads.get('new')).toBeUndefined()
    await memory.threads.delete('copy')
    expect(idsOf(await memory.messages.list({ threadId: 'source' }))).toHaveLength(6)
  })
}
