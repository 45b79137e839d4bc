import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readThread } from '../../../server/store/memory-read'
import { type TestDatabase, testDatabase } from '../../support/database'
import {
  assistant,
  callerOn,
  calls,
  freshSession,
  onTheWire,
  processOn,
  result,
  user,
} from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

/** Five results of 4 MB behind one message, then four messages of 4 MB: 36 MB, of which the last four are 16. */
async function largeThread() {
  const own = freshSession(context)
  const { scope } = own.session
  const ids = ['a', 'b', 'c', 'd', 'e']
  await own.write([user('go'), calls(...ids), ...ids.map((id) => result(id, 'FILL')), assistant('FILL')])
  await own.write([user('FILL'), assistant('FILL'), user('FILL')], { mode: 'append' })
  await ownerQuery(
    database,
    `update message set raw = replace(raw, 'FILL', repeat('0123456789abcdef', 250000)) where tenant = $1`,
    [scope.tenant],
  )
  return { ...own, scope, loci: callerOn(context) }
}

describe('an answer of more than 32 MiB', () => {
  it('is TOO_LARGE for a read, whose texts are not even loaded; what fits is given', async () => {
    const { session, scope, loci } = await largeThread()
    const bounds = { maxMessages: 9, maxTokens: null, maxTurns: null, head: 0, from: null }
    const read = await readThread(database.pools.application, { scope, threadId: 's', bounds })
    expect(read.rows.map(({ seq, raw }) => [seq, raw])).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11].map((seq) => [seq, null]))
    await expect(loci.memory.read({ ...session, limit: 11 })).rejects.toMatchObject({
      cause: { code: 'TOO_LARGE', retryable: false },
    })
    const { messages, window } = onTheWire(await loci.memory.read({ ...session, limit: 9 }))
    expect(window.ranges).toEqual([[8, 11]])
    expect(messages.map(({ content }) => content?.length)).toEqual(Array.from({ length: 4 }, () => 4_000_000))
  })

  it('is TOO_LARGE for a read by tags and for a page of messages', async () => {
    const { session, scope, loci } = await largeThread()
    await ownerQuery(
      database,
      `insert into entry_tag (tenant, scope_id, thread_uid, key, value, entry_id)
       select tenant, scope_id, thread_uid, 'kind', 'large', id from entry where tenant = $1`,
      [scope.tenant],
    )
    const tooLarge = { cause: { code: 'TOO_LARGE' } }
    await expect(loci.memory.read({ ...session, tags: { kind: 'large' } })).rejects.toMatchObject(tooLarge)
    await expect(loci.messages.list({ threadId: 's', scope })).rejects.toMatchObject(tooLarge)
    const { items } = await loci.messages.list({ threadId: 's', scope, limit: 8 })
    expect(items.map(({ seq }) => seq)).toEqual([4, 5, 6, 7, 8, 9, 10, 11])
  })

  it('ends a page of entries earlier, which goes on where it ended', async () => {
    const { scope, loci } = await largeThread()
    const first = await loci.memory.entries({ scope })
    expect(first.items.map(({ firstSeq }) => firstSeq)).toEqual([1])
    const second = await loci.memory.entries({ scope, cursor: first.nextCursor ?? undefined })
    expect(second.items.map(({ firstSeq }) => firstSeq)).toEqual([9])
    expect(second.nextCursor).toBeNull()
  })
})
