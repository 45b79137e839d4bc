import { describe, expect, it } from 'vitest'
import type { AgentMemory } from '../../../memory/better-agent/agent-memory'
import { createMemory } from '../../../memory/better-agent/create-memory'
import { idsOf, says, user } from '../../support/agent-messages'
import { type SqlStyleStorage, sqlStyleStorage } from '../../support/sql-style-storage'

const thread = (id: string, more: object = {}) => ({ id, agentName: 'support', createdAt: 1, updatedAt: 1, ...more })
const idsIn = async (memory: AgentMemory, threadId: string) => idsOf(await memory.messages.list({ threadId }))

async function started(): Promise<{ storage: SqlStyleStorage; memory: AgentMemory }> {
  const storage = sqlStyleStorage()
  const memory = createMemory({ storage })
  await memory.threads.set('t', thread('t'))
  await memory.messages.append({ threadId: 't', runId: 'r1', messages: [user('a'), says('b'), user('c'), says('d')] })
  return { storage, memory }
}

/** The storage fails at its n-th change, and with `forGood` at all that follow. */
const failures = [1, 2, 3, 4, 5, 6].flatMap((at) =>
  (['before', 'after'] as const).flatMap((when) => [false, true].map((forGood) => ({ at, when, forGood }))),
)

function breakAt(storage: SqlStyleStorage, failure: (typeof failures)[number]): void {
  let changes = 0
  storage.failWhen(({ operation }) => {
    if (operation !== 'set' && operation !== 'delete') return false
    changes += 1
    return failure.forGood ? changes >= failure.at : changes === failure.at
  }, failure.when)
}
const repair = (storage: SqlStyleStorage) => storage.failWhen(() => false)
const orError = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a storage that fails in the middle', () => {
  it.each(failures)(
    'R6: leaves an append whole or nothing of it ($when change $at, for good: $forGood)',
    async (failure) => {
      const { storage, memory } = await started()
      const fresh = [user('e'), says('f'), user('g')]
      breakAt(storage, failure)
      const error = await orError(memory.messages.append({ threadId: 't', runId: 'r2', messages: fresh }))
      repair(storage)
      const after = await idsIn(memory, 't')
      const isKnown = error === undefined || !String(error).includes('is not known')
      if (isKnown) expect(after.length).toBe(error === undefined ? 7 : 4)
      expect([
        ['a', 'b', 'c', 'd'],
        ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      ]).toContainEqual(after)
      if (String(error).includes('nothing of the messages')) expect(after).toEqual(['a', 'b', 'c', 'd'])
      await memory.messages.append({ threadId: 't', runId: 'r2', messages: fresh })
      expect(await idsIn(memory, 't')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
      await memory.threads.delete('t')
      expect(storage.rows('memoryMessages')).toEqual([])
    },
  )

  it.each(failures)('leaves a fork whole or nothing of it ($when change $at, for good: $forGood)', async (failure) => {
    const { storage, memory } = await started()
    breakAt(storage, failure)
    const error = await orError(memory.fork('copy', 't'))
    repair(storage)
    const isThere = (await memory.threads.get('copy')) !== undefined
    expect(idsOf(await memory.threads.list()).includes('copy')).toBe(isThere)
    expect(await idsIn(memory, 'copy')).toEqual(isThere ? ['a', 'b', 'c', 'd'] : [])
    if (error === undefined) expect(isThere).toBe(true)
    else expect(error).toMatchObject({ message: expect.any(String) })
    if (!isThere) await memory.fork('copy', 't', (messages) => messages.slice(-2))
    expect(await idsIn(memory, 'copy')).toEqual(isThere ? ['a', 'b', 'c', 'd'] : ['c', 'd'])
    expect(await idsIn(memory, 't')).toEqual(['a', 'b', 'c', 'd'])
    await memory.threads.delete('copy')
    expect(storage.rows('memoryMessages')).toHaveLength(4)
  })

  it.each(failures)('hides a thread whole, or not at all ($when change $at, for good: $forGood)', async (failure) => {
    const { storage, memory } = await started()
    breakAt(storage, failure)
    const error = await orError(memory.threads.delete('t'))
    repair(storage)
    const isThere = (await memory.threads.get('t')) !== undefined
    expect(await idsIn(memory, 't')).toEqual(isThere ? ['a', 'b', 'c', 'd'] : [])
    expect(await memory.threads.list()).toHaveLength(isThere ? 1 : 0)
    if (error === undefined) expect(isThere).toBe(false)
    // Used again before it is deleted again, the id is a new thread.
    if (!isThere) await memory.messages.append({ threadId: 't', messages: [user('new')] })
    expect(await idsIn(memory, 't')).toEqual(isThere ? ['a', 'b', 'c', 'd'] : ['new'])
    await memory.threads.delete('t')
    expect([storage.rows('memoryMessages'), storage.rows('memoryThreads')]).toEqual([[], []])
  })

  it.each(failures)(
    'R6: makes no thread by an append that fails ($when change $at, for good: $forGood)',
    async (failure) => {
      const storage = sqlStyleStorage()
      const memory = createMemory({ storage })
      breakAt(storage, failure)
      const error = await orError(memory.messages.append({ threadId: 'new', messages: [user('a'), says('b')] }))
      repair(storage)
      expect(await idsIn(memory, 'new')).toEqual(error === undefined ? ['a', 'b'] : [])
      if (!failure.forGood) expect(await memory.threads.list()).toHaveLength(error === undefined ? 1 : 0)
      await memory.messages.append({ threadId: 'new', messages: [user('a'), says('b')] })
      expect(await idsIn(memory, 'new')).toEqual(['a', 'b'])
    },
  )

  it('says what is left', async () => {
    const { storage, memory } = await started()
    storage.failWhen(({ operation, table }) => operation === 'delete' && table === 'memoryMessages')
    await expect(memory.threads.delete('t')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining("Thread 't' is hidden, but not all of it could be removed: delete it again."),
    })
    repair(storage)
    await memory.threads.delete('t')
    storage.failWhen(({ operation, table }) => operation === 'set' && table === 'memoryMessages')
    await expect(memory.messages.append({ threadId: 't', messages: [user('x'), says('y')] })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The storage failed; nothing of the messages is stored.',
      cause: expect.objectContaining({ message: 'the connection was lost' }),
    })
  })
})

describe('what the storage reads', () => {
  it('W4: twenty messages of a long thread cost about as many records', async () => {
    const storage = sqlStyleStorage()
    const memory = createMemory({ storage, lastMessages: 20 })
    for (let part = 0; part < 20; part += 1) {
      const messages = Array.from({ length: 50 }, (_, index) => (index % 2 ? says : user)(`${part}-${index}`))
      await memory.messages.append({ threadId: 't', runId: `r${part}`, messages })
    }
    const cost = async (work: () => Promise<unknown>) => {
      storage.calls.length = 0
      await work()
      return storage.calls.reduce((total, call) => total + call.rows, 0)
    }
    expect(await cost(() => memory.history({ threadId: 't' }))).toBeLessThan(40)
    expect(await cost(() => memory.messages.list({ threadId: 't', limit: 20 }))).toBeLessThan(40)
    expect(await cost(() => memory.messages.append({ threadId: 't', messages: [user('new')] }))).toBeLessThan(40)
    expect(await cost(() => memory.messages.list({ threadId: 't', limit: 20, beforeRunId: 'r19' }))).toBeLessThan(500)
  })
})

describe('records of other programs', () => {
  /** As Better Agent itself writes them. */
  async function foreign(storage: SqlStyleStorage, recordId: (index: number) => string) {
    await storage.set('memoryThreads', 't', thread('t', { scope: 'tenant:acme:subject:u' }))
    for (const index of [0, 1, 2]) {
      const message = { ...user(`m${index}`), threadId: 't', runId: 'r', createdAt: 100 + index }
      await storage.set('memoryMessages', recordId(index), message)
    }
  }

  it('a thread that Better Agent keeps is read, gone on with and deleted', async () => {
    const storage = sqlStyleStorage()
    await foreign(storage, (index) => `t:${100 + index}:m${index}`)
    const memory = createMemory({ storage })
    const mine = await memory.for({ auth: { tenant: 'acme', subject: 'u' } })
    const other = await memory.for({ auth: { tenant: 'acme', subject: 'v' } })
    expect(idsOf(await mine.messages.list({ threadId: 't' }))).toEqual(['m0', 'm1', 'm2'])
    expect(await other.messages.list({ threadId: 't' })).toEqual([])
    expect([idsOf(await mine.threads.list()), idsOf(await other.threads.list())]).toEqual([['t'], []])
    await mine.messages.append({ threadId: 't', messages: [says('m3')] })
    await other.messages.append({ threadId: 't', messages: [says('of another')] })
    expect(idsOf(await mine.messages.list({ threadId: 't' }))).toEqual(['m0', 'm1', 'm2', 'm3'])
    await mine.threads.delete('t')
    expect(storage.rows('memoryMessages').map(({ message }) => message)).toHaveLength(1)
    expect(idsOf(await other.messages.list({ threadId: 't' }))).toEqual(['of another'])
  })

  it('a generator that makes the same ids again finds them', async () => {
    const storage = sqlStyleStorage()
    await foreign(storage, (index) => `t/m${index}`)
    const generateId = (kind: string, context?: { threadId?: string | undefined; messageId?: string | undefined }) =>
      `${context?.threadId ?? kind}/${context?.messageId}`
    await createMemory({ storage, generateId }).threads.delete('t')
    expect([storage.rows('memoryMessages'), storage.rows('memoryThreads')]).toEqual([[], []])
  })

  it('says so when ids cannot be worked out, and shows nothing of the thread', async () => {
    const storage = sqlStyleStorage()
    await foreign(storage, (index) => `random-${index}`)
    const memory = createMemory({ storage })
    await expect(memory.threads.delete('t')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('3 messages were written by another program'),
    })
    expect(await memory.messages.list({ threadId: 't' })).toEqual([])
  })

  it('a generator that makes one id twice overwrites nothing', async () => {
    const storage = sqlStyleStorage()
    const generateId = (kind: string, context?: { messageId?: string | undefined }) => `${kind}-${context?.messageId}`
    const memory = createMemory({ storage, generateId })
    await memory.messages.append({ threadId: 't', messages: [user('a'), says('b')] })
    await expect(memory.fork('copy', 't')).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: { code: 'CONFLICT' } })
    await expect(memory.messages.append({ threadId: 'u', messages: [user('a', 'other')] })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await idsIn(memory, 't')).toEqual(['a', 'b'])
    expect(await memory.threads.get('copy')).toBeUndefined()
  })
})
