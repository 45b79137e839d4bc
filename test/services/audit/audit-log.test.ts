import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { appRouter } from '../../../server/api/root'
import type { Principal } from '../../../server/auth/principal'
import type { AuditFilters } from '../../../server/schemas/audit'
import { type AuditEvent, appendAuditEvent, appendAuditEvents } from '../../../server/store/audit'
import { callContext, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { ownerQuery } from '../../support/owner-query'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(appRouter)
const as = (principal: Principal) => callerOf(callContext(database, principal)).audit
const auditor = () => as(operatorOf('auditor'))
const limitedTo = (tenants: string[]) => as({ ...operatorOf('auditor'), tenants } as Principal)
const freshTenant = () => `tenant-${randomUUID().slice(0, 8)}`

async function append(events: readonly AuditEvent[], principal: Principal = operatorOf('admin')): Promise<void> {
  await appendAuditEvents(database.pools.application, { principal, requestId: 'request-1' }, events)
}
const event = (tenant: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  tenant,
  action: 'threads.delete',
  objectKind: 'thread',
  objectId: randomUUID(),
  ...more,
})
const numbersOf = async (filters: AuditFilters) => (await auditor().list(filters)).items.map(({ number }) => number)

describe('audit.list', () => {
  it('tells who did what to what, the newest first', async () => {
    const tenant = freshTenant()
    await append([event(tenant, { details: { before: { on: true }, after: { on: false } } }), event(tenant)])
    const { items, nextCursor } = await auditor().list({ tenant })
    expect(items.map(({ number }) => number)).toEqual([2, 1])
    expect(items[1]).toMatchObject({
      ...{ tenant, actorKind: 'operator', actorId: 'operator-admin', action: 'threads.delete', outcome: 'done' },
      ...{ objectKind: 'thread', isThere: false, requestId: 'request-1' },
      details: { before: { on: true }, after: { on: false } },
    })
    expect(nextCursor).toBeNull()
  })

  it('pages without a gap or a line twice, also among lines of one moment', async () => {
    const tenant = freshTenant()
    await append(Array.from({ length: 25 }, () => event(tenant)))
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await auditor().list({ tenant, limit: 4, cursor })
      seen.push(...page.items.map(({ number }) => number))
      cursor = page.nextCursor ?? undefined
      // A line that comes meanwhile moves nothing.
      await append([event(tenant)])
    } while (cursor)
    expect(seen).toEqual(Array.from({ length: 25 }, (_, place) => 25 - place))
  })

  it('finds by action, object, outcome, time and actor', async () => {
    const tenant = freshTenant()
    const email = `${tenant}@example.com`
    await ownerQuery(database, `insert into operator (id, name, email, role) values ($1, 'Ada', $2, 'lead')`, [
      `id of ${tenant}`,
      email,
    ])
    const ada: Principal = { ...operatorOf('lead'), id: `id of ${tenant}` } as Principal
    await append([event(tenant, { action: 'keys.create' }), event(tenant, { objectId: `object of ${tenant}` })])
    await append([event(tenant, { outcome: 'refused' })], ada)
    const { items } = await auditor().list({ tenant })
    expect(items[0]).toMatchObject({ actorName: 'Ada', actorEmail: email })
    expect(await numbersOf({ tenant, action: 'keys.create' })).toEqual([1])
    expect(await numbersOf({ object: `object of ${tenant}` })).toEqual([2])
    expect(await numbersOf({ tenant, outcome: 'refused' })).toEqual([3])
    expect(await numbersOf({ actor: email.toUpperCase() })).toEqual([3])
    expect(await numbersOf({ actor: `id of ${tenant}` })).toEqual([3])
    const at = items[0]?.at ?? ''
    expect(await numbersOf({ tenant, after: at })).toContain(3)
    expect(await numbersOf({ tenant, before: items.at(-1)?.at })).toEqual([])
  })

  it('S2: shows people who are limited to tenants those lines alone', async () => {
    const [own, foreign] = [freshTenant(), freshTenant()]
    await append([event(own), event(foreign)].sort((a, b) => ((a.tenant ?? '') < (b.tenant ?? '') ? -1 : 1)))
    await append([event('', { action: 'reasons.set' })])
    const limited = limitedTo([own])
    expect((await limited.list({})).items.map(({ tenant }) => tenant)).toEqual([own])
    expect((await limited.list({ tenant: foreign })).items).toEqual([])
    expect((await limited.list({ tenant: '' })).items).toEqual([])
    expect((await limitedTo([]).list({})).items).toEqual([])
    expect(await limited.checkChains({})).toEqual({ chains: 1, events: 1, broken: [] })
    expect(await limited.checkChains({ tenant: foreign })).toEqual({ chains: 0, events: 0, broken: [] })
  })

  it.each(['observer', 'reviewer', 'lead', 'developer'] as const)('is refused to a %s', async (role) => {
    await expect(as(operatorOf(role)).list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(as(operatorOf(role)).checkChains({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('audit.checkChains', () => {
  const five = async () => {
    const tenant = freshTenant()
    await append(Array.from({ length: 5 }, (_, place) => event(tenant, { details: { place, name: 'Ünïcode "x"' } })))
    return tenant
  }
  const brokenOf = async (tenant: string) => (await auditor().checkChains({ tenant })).broken

  it('finds a chain whole that nobody touched', async () => {
    const tenant = await five()
    expect(await auditor().checkChains({ tenant })).toEqual({ chains: 1, events: 5, broken: [] })
  })

  it.each([
    ['a changed detail', `update audit_event set details = '{"place":9}' where tenant = $1 and number = 3`],
    ['a changed time', `update audit_event set at = at - interval '1 hour' where tenant = $1 and number = 3`],
    ['another actor', `update audit_event set actor_id = 'nobody' where tenant = $1 and number = 3`],
    ['a line taken out', 'delete from audit_event where tenant = $1 and number = 3'],
    [
      'a line changed and sealed anew',
      `update audit_event set action = 'x', hash = sha256(previous_hash || convert_to(json_build_array(tenant, number,
        extract(epoch from at), actor_kind, actor_id, 'x', object_kind, object_id, outcome, details, request_id)::text, 'UTF8'))
       where tenant = $1 and number = 2`,
    ],
  ])('names the first number that is broken: %s', async (_, statement) => {
    const tenant = await five()
    await ownerQuery(database, statement, [tenant])
    expect(await brokenOf(tenant)).toEqual([{ tenant, number: 3 }])
    const all = await auditor().checkChains({})
    expect(all.broken).toContainEqual({ tenant, number: 3 })
  })

  it('finds the first line taken out', async () => {
    const tenant = await five()
    await ownerQuery(database, 'delete from audit_event where tenant = $1 and number = 1', [tenant])
    expect(await brokenOf(tenant)).toEqual([{ tenant, number: 1 }])
  })
})

describe('the role that serves', () => {
  it.each([`update audit_event set outcome = 'done'`, 'delete from audit_event', 'truncate audit_event'])(
    'is refused: %s',
    async (statement) => {
      const tenant = freshTenant()
      await appendAuditEvent(database.pools.application, { principal: operatorOf('admin') }, event(tenant))
      await expect(database.pools.application.query(statement)).rejects.toMatchObject({ code: '42501' })
      expect(await numbersOf({ tenant })).toEqual([1])
    },
  )
})
