import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, callerOn, freshScope, processOn, user } from '../../support/memory-caller'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

describe('messages.given', () => {
  it('says what an agent had been given before it wrote, long after the thread has grown', async () => {
    const loci = callerOn(context)
    const session = { sessionId: 's', scope: freshScope() }
    const named = { threadId: 's', scope: session.scope }
    const first = await loci.memory.write({
      ...session,
      mode: 'append',
      messages: Array.from({ length: 5 }, (_, place) => [user(`q${place}`), assistant(`a${place}`)]).flat(),
    })
    const { readId, window } = await loci.memory.read({ ...session, limit: 4 })
    const written = await loci.memory.write({ ...session, readId, runId: 'r1', messages: [user('q'), assistant('a')] })
    await loci.memory.write({ ...session, mode: 'append', messages: [user('later')] })
    const given = await loci.messages.given({ ...named, entryId: written.entryId ?? '' })
    expect(given).toMatchObject({
      runId: 'r1',
      firstSeq: 11,
      read: {
        ranges: [[7, 10]],
        copies: [],
        messages: 4,
        tokens: window.tokens,
        totalMessages: 10,
        configVersion: window.configVersion,
        summaryVersion: null,
        recalled: 0,
      },
    })
    expect((await loci.messages.given({ ...named, entryId: first.entryId ?? '' })).read).toBeNull()
  })

  it('S3: entries of another thread and of none are NOT_FOUND alike', async () => {
    const loci = callerOn(context)
    const scope = freshScope()
    const other = await loci.memory.write({ sessionId: 'other', scope, messages: [user('q')] })
    await loci.memory.write({ sessionId: 's', scope, messages: [user('q')] })
    const foreign = loci.messages.given({ threadId: 's', scope, entryId: other.entryId ?? '' })
    await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No such entry in this scope.' })
  })
})
