import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../support/database'
import { callerOn, freshScope, onTheWire, processOn } from '../../support/memory-caller'

let database: TestDatabase
let loci: ReturnType<typeof callerOn>
beforeAll(async () => {
  database = await testDatabase()
  loci = callerOn(processOn(database))
})
afterAll(() => database.close())

const user = (content: string) => ({ role: 'user' as const, content })
const assistant = (content: string) => ({ role: 'assistant' as const, content })

describe('an agent', () => {
  it('R3: reads, runs, hands its whole state over, and finds each message once', async () => {
    const scope = freshScope()
    const empty = await loci.memory.read({ sessionId: 's', scope })
    expect(empty.messages).toEqual([])
    expect(empty.window).toMatchObject({ totalMessages: 0, totalTokens: 0, source: 'default', configVersion: 0 })

    const first = await loci.memory.write({
      sessionId: 's',
      scope,
      readId: empty.readId,
      messages: [{ role: 'system', content: 'be kind' }, user('hello'), assistant('hi')],
    })
    expect(first).toMatchObject({ appended: 2, matched: 0, skippedSystem: 1, conflicts: [] })
    expect(first.messages.map((message) => message.seq)).toEqual([1, 2])

    const read = onTheWire(await loci.memory.read({ sessionId: 's', scope }))
    expect(read.messages.map(({ content }) => content)).toEqual(['hello', 'hi'])
    const second = await loci.memory.write({
      sessionId: 's',
      scope,
      readId: read.readId,
      messages: [...read.messages, user('and now?'), assistant('now this')],
    })
    expect(second).toMatchObject({ appended: 2, matched: 2 })
    expect(second.thread).toMatchObject({ messageCount: 4, revision: 2 })

    const again = await loci.memory.write({
      sessionId: 's',
      scope,
      messages: onTheWire(await loci.memory.read({ sessionId: 's', scope })).messages,
    })
    expect(again).toMatchObject({ appended: 0, matched: 4, entryId: null, thread: { messageCount: 4 } })
  })
})
