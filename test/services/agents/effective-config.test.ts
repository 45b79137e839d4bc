import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { appRouter } from '../../../server/api/root'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(appRouter)
const desk = () => callerOf(callContext(database, operatorOf('admin')))
const messages = [user('Where is my parcel?'), assistant('On its way.')]

describe('agents.effective', () => {
  it('W2: says for a thread what holds, from where, and what a call could do', async () => {
    const scope = { tenant: 'effective', subject: 'a' }
    const uid = await seedWrite(database, { scope, threadId: 't', agentName: 'teller', messages })
    await desk().agents.setWindow({ agentName: 'teller', window: { strategy: 'buffer', maxMessages: 5 } })
    await desk().threads.setWindow({ uid, window: { strategy: 'buffer', reservedTokens: 9 } })
    const found = await desk().agents.effective({ uid, call: { window: { strategy: 'off' }, limit: 3 } })
    expect(found).toMatchObject({ agentName: 'teller', source: 'thread', version: 1 })
    expect(found.settings).toContainEqual({
      name: 'reservedTokens',
      value: 9,
      source: 'thread',
      version: 1,
      notice: { effect: 'none', why: expect.any(String) },
    })
    expect(found.layers.map(({ source, isInForce }) => [source, isInForce])).toEqual([
      ['default', false],
      ['agent', false],
      ['thread', true],
      ['call', false],
    ])
    expect(found.layers.at(-1)?.why).toBe('Calls may not choose their own window here.')
    const byId = await desk().agents.effective({ threadId: 't', scope, call: { limit: 3 } })
    expect(byId.window).toEqual(found.window)
  })

  it('W2: a row of the list says that its thread has a window of its own', async () => {
    const scope = { tenant: 'effective-own', subject: '' }
    const uid = await seedWrite(database, { scope, threadId: 'own', messages })
    await seedWrite(database, { scope, threadId: 'not', messages })
    await desk().threads.setWindow({ uid, window: { strategy: 'off' } })
    const { items } = await desk().threads.list({ scopePattern: { tenant: 'effective-own' } })
    expect(Object.fromEntries(items.map(({ threadId, seen }) => [threadId, seen?.source]))).toEqual({
      own: 'thread',
      not: 'default',
    })
  })

  it('S3: a thread that is not there, or is foreign, is not found', async () => {
    const uid = await seedWrite(database, {
      scope: { tenant: 'effective-foreign', subject: '' },
      threadId: 't',
      messages,
    })
    const other = callerOf(callContext(database, keyOf({ kind: 'tenant', tenant: 'somebody' })))
    await expect(other.agents.effective({ uid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(desk().agents.effective({})).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(desk().agents.effective({ app: true, uid })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('says that a summarizing window has no model where none is configured', async () => {
    await desk().agents.setWindow({ agentName: 'summer', window: { strategy: 'summarizing' } })
    const { settings } = await desk().agents.effective({ agentName: 'summer' })
    expect(settings.find(({ name }) => name === 'strategy')?.notice?.effect).toBe('unmet')
  })
})
