import type pg from 'pg'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recallRows } from '../../server/store/recall'
import { queryTerms, soughtTerms } from '../../server/store/recall-query'
import { searchMessages } from '../../server/store/search'
import { searchMatch } from '../../server/store/search-text'
import { listThreads } from '../../server/store/threads-list'
import { type TestDatabase, testDatabase } from '../support/database'
import { ownerQuery } from '../support/owner-query'
import { seedPlanThreads } from '../support/plan-threads'
import { type PlanNode, watchPlans } from '../support/watched-plans'

let database: TestDatabase
let client: pg.Client
let plans: PlanNode[]
let watched: Awaited<ReturnType<typeof watchPlans>>
const scope = { tenant: 'plans', subject: 'u1' }

beforeAll(async () => {
  database = await testDatabase()
  await seedPlanThreads(database, scope)
  watched = await watchPlans(database)
  client = watched.client
  plans = watched.plans
})
afterAll(async () => {
  await watched.close()
  await database.close()
})

/** A one-row table is best read whole. */
const SINGLE_ROWS = ['installation', 'scope']

describe('search goes by index, behind row-level security', () => {
  /** Runs inside the reach of the scope, as the services do; answers what was looked at below the call itself. */
  async function looked(run: (ids: { scopeId: string; uid: string }) => Promise<unknown>) {
    const [ids] = await ownerQuery<{ scopeId: string; uid: string }>(
      database,
      `select t.scope_id as "scopeId", t.uid from thread t join scope s on s.tenant = t.tenant and s.id = t.scope_id
       where t.thread_id = 'short' and s.subject = $1`,
      [scope.subject],
    )
    if (!ids) throw new Error('no thread')
    plans.length = 0
    await client.query('begin')
    await client.query('select loci_enter_scope($1, $2)', [scope.tenant, scope.subject])
    await run(ids)
    await client.query('rollback')
    const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
    const scans = plans.flatMap(nodes).filter((node) => node['Relation Name'] !== undefined)
    return {
      sequential: scans
        .filter((node) => node['Node Type'] === 'Seq Scan' && !SINGLE_ROWS.includes(node['Relation Name'] ?? ''))
        .map((node) => node['Relation Name']),
      byTextIndex: plans.flatMap(nodes).some((node) => node['Index Name'] === 'message_search'),
      messages: scans
        .filter((node) => node['Relation Name'] === 'message')
        .reduce(
          (sum, node) =>
            sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0),
          0,
        ),
    }
  }
  const reach = { kind: 'scope' as const, ...scope }

  // 'question 17' stands once in the short thread, once in the long one, and in each of the others.
  it.each([
    ['a whole word in a scope', 'question 17', {}],
    ['a part of a word', 'uestio 17', {}],
    ['a word in one thread', 'question 17', { threadId: 'short' }],
    ['what stands nowhere', 'zeppelin', {}],
  ])('search.messages: %s', async (_name, query, filter) => {
    const match = searchMatch(query)
    if (!match) throw new Error('nothing to search for')
    // Six times: from then on PostgreSQL may keep one plan for all values.
    for (let round = 0; round < 6; round += 1) {
      const found = await looked(({ scopeId }) =>
        searchMessages(client as unknown as PoolClient, {
          reach,
          scopeId,
          match,
          filter,
          agents: null,
          after: null,
          limit: 20,
        }),
      )
      expect(found.sequential).toEqual([])
      expect(found.byTextIndex).toBe(true)
      // Found, ranked and shown: each is looked at three times at most; and "17" stands in some more messages than that.
      expect(found.messages).toBeLessThanOrEqual(3 * 40)
    }
  })

  it('threads.list: a text', async () => {
    const found = await looked(({ scopeId }) =>
      listThreads(client as unknown as PoolClient, {
        reach,
        scopeId,
        filter: { text: 'question 17', deleted: false },
        sort: { by: 'lastMessageAt', order: 'desc' },
        after: null,
        limit: 20,
      }),
    )
    expect(found.sequential.filter((relation) => relation === 'message')).toEqual([])
    expect(found.byTextIndex).toBe(true)
  })

  it.each(['thread', 'subject'] as const)('recall within a %s', async (within) => {
    const terms = queryTerms('what was question 17 about')
    for (let round = 0; round < 6; round += 1) {
      const found = await looked(({ scopeId, uid }) =>
        recallRows(client, {
          reach: { tenant: scope.tenant, scopeId, threadUid: within === 'thread' ? uid : null },
          terms,
          sought: soughtTerms(terms, new Map([['question', 0.5]])),
          roles: null,
        }),
      )
      expect(found.sequential).toEqual([])
      expect(found.byTextIndex).toBe(true)
      expect(found.messages).toBeLessThanOrEqual(within === 'thread' ? 20 : 5 * 40)
    }
  })
})
