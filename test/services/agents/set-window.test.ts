import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_WINDOW } from '../../../memory/window-config'
import { agentsRouter } from '../../../server/api/agents-router'
import { createCallerFactory } from '../../../server/api/procedure'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(agentsRouter)
const admin = () => callerOf(callContext(database, operatorOf('admin')))
const revision = async () => {
  const { rows } = await database.pools.application.query('SELECT config_revision::int AS revision FROM installation')
  return rows[0].revision
}

describe('agents.setWindow', () => {
  it('W2: an agent follows its own setting, then the app, then the default; each save is a version', async () => {
    const effective = async (agentName: string) => (await admin().get({ agentName })).effective
    const before = await revision()
    const off = { strategy: 'off' } as const
    const buffer = { strategy: 'buffer', maxMessages: 4 } as const
    expect(await admin().setWindow({ agentName: 'guide', window: null, note: 'first' })).toEqual({
      version: 1,
      effective: { window: DEFAULT_WINDOW, source: 'default', version: 0, storing: true, allowCallWindow: false },
    })
    await admin().setWindow({ app: true, window: { strategy: 'buffer', lastMessages: 4 }, storing: false })
    expect(await effective('guide')).toMatchObject({ window: buffer, source: 'app', version: 1, storing: true })
    const second = await admin().setWindow({ agentName: 'guide', window: off, allowCallWindow: true })
    expect(second).toMatchObject({ version: 2, effective: { window: off, source: 'agent', version: 2 } })
    const { versions, own, agent } = await admin().get({ agentName: 'guide' })
    expect(versions.map(({ version, window }) => [version, window])).toEqual([
      [2, off],
      [1, null],
    ])
    expect(own).toMatchObject({
      version: 2,
      allowCallWindow: true,
      storing: true,
      note: null,
      author: 'admin@example.com',
    })
    expect(agent).toMatchObject({ name: 'guide', threads: 0, tokens: 0, own })
    await admin().setWindow({ agentName: 'clerk', window: null })
    expect(await effective('clerk')).toMatchObject({ source: 'app', storing: false })
    expect(await revision()).toBe(before + 4)
    await admin().setWindow({ app: true, window: null, storing: true })
    expect((await admin().get({ app: true })).effective).toMatchObject({ source: 'default', storing: true })
    await expect(admin().get({ agentName: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('S2: a key that does not cover everything may not change what holds in every tenant', async () => {
    const bound = callerOf(callContext(database, keyOf({ kind: 'tenant', tenant: 'acme' })))
    const refused = expect(bound.setWindow({ app: true, window: { strategy: 'off' } }))
    await refused.rejects.toMatchObject({ cause: { code: 'FORBIDDEN' } })
    const everywhere = callerOf(callContext(database, keyOf({ kind: 'all' })))
    expect(await everywhere.setWindow({ agentName: 'covered', window: null })).toMatchObject({ version: 1 })
  })

  it('refuses a save on another version than the newest, and says which that is', async () => {
    const save = (ifVersion: number) =>
      admin().setWindow({ agentName: 'careful', window: { strategy: 'buffer', maxMessages: ifVersion }, ifVersion })
    await expect(save(1)).rejects.toMatchObject({ code: 'CONFLICT', message: /newest version is 0/ })
    const atOnce = await Promise.allSettled([save(0), save(0), save(0)])
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(save(0)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('Version 1 is') })
    expect((await save(1)).version).toBe(2)
  })

  it('notes before and after in the audit log, in the same transaction', async () => {
    await admin().setWindow({ agentName: 'audited', window: { strategy: 'off' }, note: 'private words' })
    const before = await revision()
    await admin().setWindow({ agentName: 'audited', window: null, storing: false })
    await expect(admin().setWindow({ agentName: 'audited', window: null, ifVersion: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await revision()).toBe(before + 1)
    const { rows } = await database.pools.application.query(
      `SELECT tenant, actor_kind, action, details FROM audit_event WHERE object_id = 'audited' ORDER BY number`,
    )
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatchObject({ tenant: '', actor_kind: 'operator', action: 'agents.setWindow' })
    const setting = { version: 1, window: { strategy: 'off' }, storing: true, allowCallWindow: false }
    expect(JSON.parse(rows[1].details)).toEqual({
      before: setting,
      after: { ...setting, version: 2, window: null, storing: false },
    })
    expect(JSON.stringify(rows)).not.toContain('private')
  })

  it('is for those who configure, and for keys only of their own agents', async () => {
    const input = { agentName: 'mine', window: null }
    for (const role of ['observer', 'reviewer', 'lead', 'auditor'] as const) {
      const refused = callerOf(callContext(database, operatorOf(role))).setWindow(input)
      await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    const plain = callerOf(callContext(database, keyOf({ kind: 'all' }, { rights: ['read', 'write', 'delete'] })))
    await expect(plain.setWindow(input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(plain.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const bound = callerOf(callContext(database, keyOf({ kind: 'all' }, { agents: ['mine'] })))
    expect((await bound.setWindow(input)).version).toBe(1)
    await expect(bound.setWindow({ app: true, window: null })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(bound.setWindow({ agentName: 'other', window: null })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('agents.list', () => {
  it('pages by name, with threads and tokens as far as the caller sees', async () => {
    const first = { tenant: 'agents-a', subject: '' }
    const second = { tenant: 'agents-b', subject: '' }
    const name = `zz ${'x'.repeat(1021)}`
    await seedWrite(database, { scope: first, threadId: 'a', messages: [user('one')], agentName: name })
    await seedWrite(database, { scope: second, threadId: 'b', messages: [user('two')], agentName: name })
    await seedWrite(database, { scope: second, threadId: 'c', messages: [user('two')], agentName: 'zz' })
    const whole = await admin().list({})
    const names = whole.items.map((agent) => agent.name)
    expect(whole.items.at(-1)).toMatchObject({ name, threads: 2, own: null })
    expect(names).toEqual([...new Set(names)])
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await admin().list({ limit: 1, cursor })
      paged.push(...page.items.map((agent) => agent.name))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(names)
    const key = callerOf(callContext(database, keyOf({ kind: 'tenant', tenant: 'agents-a' })))
    expect((await key.list({})).items.slice(-2).map(({ threads }) => threads)).toEqual([0, 1])
  })
})
