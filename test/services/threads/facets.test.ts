import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { appRouter } from '../../../server/api/root'
import type { FacetName } from '../../../server/schemas/facets'
import { withReach } from '../../../server/store/reach'
import { countFacet } from '../../../server/store/threads-facets'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
const tenant = 'facets'
const threads = () => createCallerFactory(appRouter)(callContext(database, operatorOf('reviewer'))).threads
beforeAll(async () => {
  database = await testDatabase()
  for (let place = 0; place < 12; place += 1) {
    await seedWrite(database, {
      scope: { tenant, subject: `s${place % 3}` },
      threadId: `t-${place}`,
      agentName: place % 4 === 0 ? 'billing' : 'support',
      tags: { plan: place % 2 === 0 ? 'gold' : 'free' },
      messages: [user('hello '.repeat(place === 0 ? 2_000 : 1))],
    })
  }
})
afterAll(() => database.close())

const facet = async (by: FacetName, more: object = {}) => {
  const { values, ...rest } = await threads().facet({ scopePattern: { tenant }, by, ...more })
  return {
    ...rest,
    values: values.map(({ value, detail, count }) => [detail === null ? value : `${value}/${detail}`, count]),
  }
}

describe('the counts of a filter', () => {
  it('are what the list has with each choice, under the others, most first', async () => {
    expect(await facet('agentName')).toEqual({
      capped: false,
      counted: 12,
      values: [
        ['support', 9],
        ['billing', 3],
      ],
    })
    const filters = { tags: { plan: 'gold' } }
    const { values } = await facet('agentName', filters)
    expect(values).toEqual([
      ['billing', 3],
      ['support', 3],
    ])
    for (const [agentName, count] of values) {
      const list = await threads().list({ scopePattern: { tenant }, ...filters, agentName: String(agentName) })
      expect(list.items).toHaveLength(Number(count))
    }
  })

  it('are not narrowed by their own choice; tags are, since a thread must have all of them', async () => {
    expect((await facet('agentName', { agentName: 'billing' })).values).toEqual([
      ['support', 9],
      ['billing', 3],
    ])
    expect((await facet('tags', { agentName: 'billing' })).values).toEqual([['plan/gold', 3]])
    expect((await facet('tags', { tags: { plan: 'free' } })).values).toEqual([['plan/free', 6]])
    const scopes = await facet('scope', { scopePattern: undefined, scope: { tenant, subject: 's1' } })
    expect(scopes.values).toEqual([
      ['facets/s0', 4],
      ['facets/s1', 4],
      ['facets/s2', 4],
    ])
  })

  it('are there for times, sizes and signals, and nought where nothing is', async () => {
    expect((await facet('active')).values).toEqual([
      ['1h', 12],
      ['24h', 12],
      ['30d', 12],
      ['7d', 12],
    ])
    expect(
      (await facet('created', { createdBefore: '2020-01-01T00:00:00.000Z', text: 'nothing-like-it' })).values,
    ).toEqual([
      ['1h', 0],
      ['24h', 0],
      ['30d', 0],
      ['7d', 0],
    ])
    expect((await facet('tokens')).values.slice(0, 2)).toEqual([
      ['0..999', 11],
      ['1000..9999', 1],
    ])
    expect(await facet('signals')).toEqual({ capped: false, counted: 12, values: [] })
  })

  it('stop at a cap, and say how many were looked at', async () => {
    const reach = { kind: 'tenant', tenant } as const
    const { counted, values } = await withReach(database.pools.application, reach, ({ client, scopeId }) =>
      countFacet(client, { reach, scopeId, filter: { deleted: false }, by: 'agentName', cap: 5, limit: 1 }),
    )
    expect([counted, values.length]).toEqual([5, 1])
  })

  it('S2: are for people alone', async () => {
    const key = createCallerFactory(appRouter)(callContext(database, keyOf({ kind: 'all' })))
    await expect(key.threads.facet({ scopePattern: { all: true }, by: 'scope' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})
