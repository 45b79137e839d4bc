import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readThread } from '../../../server/store/memory-read'
import { withReach } from '../../../server/store/reach'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, callerOn, freshScope, processOn, textsOf, user } from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

const bounds = { maxMessages: null, maxTokens: null, maxTurns: null, head: 0, from: null }
const TABLES = ['scope', 'thread', 'message', 'entry', 'entry_tag', 'thread_tag', 'pin', 'lineage']

/** The same id in two scopes of one tenant, and in another tenant. */
async function threeThreads() {
  const loci = callerOn(context)
  const own = freshScope()
  const scopes = [own, { ...own, subject: 'u2' }, freshScope()]
  for (const [index, scope] of scopes.entries()) {
    await loci.memory.write({
      sessionId: 's',
      scope,
      tags: { n: String(index) },
      messages: [user(`q${index}`), assistant(`a${index}`)],
    })
  }
  return { loci, own, scopes }
}

describe('S2, S3: scopes do not see each other', () => {
  it('S3: the same id in three scopes is three threads, on every procedure', async () => {
    const { loci, scopes } = await threeThreads()
    for (const [index, scope] of scopes.entries()) {
      const texts = [expect.stringContaining(`q${index}`), expect.stringContaining(`a${index}`)]
      expect(textsOf((await loci.memory.read({ sessionId: 's', scope })).messages)).toEqual(texts)
      const { items } = await loci.messages.list({ threadId: 's', scope })
      expect(textsOf(items.map(({ message }) => message))).toEqual(texts)
      expect((await loci.memory.entries({ scope })).items).toHaveLength(1)
    }
    const [first, second] = scopes
    expect(await loci.memory.clear({ sessionId: 's', scope: first })).toEqual({ threads: 1, messages: 2 })
    expect((await loci.memory.read({ sessionId: 's', scope: second })).messages).toHaveLength(2)
  })

  it('S2: the wall in the database hides other rows from any statement, and everything when no scope was entered', async () => {
    const { own } = await threeThreads()
    for (const table of TABLES) {
      const { rows } = await database.pools.application.query(`select * from ${table}`)
      expect(rows, table).toEqual([])
    }
    const counts = await withReach(database.pools.application, { kind: 'scope', ...own }, async ({ client }) => {
      const messages = await client.query('select distinct tenant, scope_id from message')
      const scopes = await client.query('select tenant, subject from scope')
      const foreign = await client.query(`update thread set title = 'mine' where tenant <> $1`, [own.tenant])
      return { scopes: scopes.rows, ofMessages: messages.rows.length, changed: foreign.rowCount }
    })
    expect(counts).toEqual({ scopes: [own], ofMessages: 1, changed: 0 })
    const tenant = await withReach(database.pools.application, { kind: 'tenant', tenant: own.tenant }, ({ client }) =>
      client.query('select distinct tenant, scope_id from thread'),
    )
    expect(tenant.rows.map((row) => row.tenant)).toEqual([own.tenant, own.tenant])
  })

  it('S2: nothing of a scope stays on the connection that served it', async () => {
    const { own } = await threeThreads()
    const client = await database.pools.application.connect()
    try {
      const read = () => readThread(client, { scope: own, threadId: 's', bounds })
      expect((await read()).rows).toHaveLength(2)
      expect((await client.query('select * from message')).rows).toEqual([])
      expect((await read()).rows).toHaveLength(2)
    } finally {
      client.release()
    }
  })

  it('S2: a row of another scope cannot be linked or written', async () => {
    const { own } = await threeThreads()
    const foreign = await ownerQuery<{ tenant: string; scope_id: string; uid: string }>(
      database,
      'select tenant, scope_id, uid from thread where tenant <> $1 limit 1',
      [own.tenant],
    )
    const write = withReach(database.pools.application, { kind: 'scope', ...own }, ({ client }) =>
      client.query(`insert into pin (tenant, scope_id, thread_uid, seq, created_by) values ($1, $2, $3, 1, 'x')`, [
        foreign[0]?.tenant,
        foreign[0]?.scope_id,
        foreign[0]?.uid,
      ]),
    )
    await expect(write).rejects.toThrow(/row-level security/)
  })

  it('S2: a key supplies its own scope, and is refused any other, whatever it holds', async () => {
    const { own, scopes } = await threeThreads()
    const bound = callerOn(callContext(database, keyOf({ kind: 'scope', ...own })))
    expect((await bound.memory.read({ sessionId: 's' })).messages).toHaveLength(2)
    for (const scope of [scopes[1], freshScope()]) {
      await expect(bound.memory.read({ sessionId: 's', scope })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(bound.memory.write({ sessionId: 's', scope, messages: [] })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      await expect(bound.memory.clear({ all: true, scope })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(bound.messages.list({ threadId: 's', scope })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    await expect(bound.memory.entries({ scopePattern: { all: true } })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const wide = callerOn(callContext(database, keyOf({ kind: 'tenant', tenant: own.tenant })))
    await expect(wide.memory.read({ sessionId: 's' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await wide.memory.entries({ scopePattern: { tenant: own.tenant } })).items).toHaveLength(2)
  })

  it('S3: foreign, deleted and absent threads answer alike, by id and by uid', async () => {
    const { loci, own, scopes } = await threeThreads()
    const [foreign] = await ownerQuery<{ uid: string }>(database, 'select uid from thread where tenant = $1', [
      scopes[2]?.tenant,
    ])
    await loci.memory.write({ sessionId: 'gone', scope: own, messages: [user('q')] })
    await loci.memory.clear({ sessionId: 'gone', scope: own })
    const [gone] = await ownerQuery<{ uid: string }>(
      database,
      `select uid from thread where thread_id = 'gone' and tenant = $1`,
      [own.tenant],
    )
    const refusals = await Promise.all(
      [
        { threadId: 'gone' },
        { threadId: 'never' },
        { uid: foreign?.uid },
        { uid: gone?.uid },
        { uid: crypto.randomUUID() },
      ].map((reference) => loci.messages.list({ ...reference, scope: own }).catch((error: Error) => error.message)),
    )
    expect(new Set(refusals)).toEqual(new Set(['No such thread in this scope.']))
  })

  it('rights: reading, writing and clearing are rights of their own, for keys and for people', async () => {
    const { own } = await threeThreads()
    const reader = callerOn(callContext(database, keyOf({ kind: 'scope', ...own }, { rights: ['read'] })))
    await expect(reader.memory.write({ sessionId: 's', messages: [user('x')] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(reader.memory.clear({ sessionId: 's' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const observer = callerOn(callContext(database, operatorOf('observer')))
    await expect(observer.memory.read({ sessionId: 's', scope: own })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const developer = callerOn(callContext(database, operatorOf('developer')))
    expect((await developer.memory.read({ sessionId: 's', scope: own })).messages).toHaveLength(2)
    await expect(developer.messages.append({ threadId: 's', scope: own, messages: [user('x')] })).rejects.toMatchObject(
      {
        code: 'FORBIDDEN',
      },
    )
    const bound = callerOn(callContext(database, keyOf({ kind: 'scope', ...own }, { agents: ['a'] })))
    await expect(bound.memory.read({ sessionId: 's' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(bound.memory.read({ sessionId: 's', agentName: 'b' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await bound.memory.read({ sessionId: 's', agentName: 'a' })).messages).toHaveLength(2)
    expect(await bound.memory.clear({ all: true })).toEqual({ threads: 0, messages: 0 })
  })
})
