import type pg from 'pg'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Window } from '../../memory/window-config'
import { boundsOf } from '../../server/services/memory/window-view'
import { readThread } from '../../server/store/memory-read'
import { recallRows } from '../../server/store/recall'
import { queryTerms, soughtTerms } from '../../server/store/recall-query'
import { loadExchanges } from '../../server/store/recalled-rows'
import { searchMessages } from '../../server/store/search'
import { searchMatch } from '../../server/store/search-text'
import { listThreads } from '../../server/store/threads-list'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, processOn, user } from '../support/memory-caller'
import { ownerQuery } from '../support/owner-query'
import { type PlanNode, seedLongThread, watchPlans } from '../support/watched-plans'
import { STRATEGIES } from '../support/window-strategies'

let database: TestDatabase
let client: pg.Client
let plans: PlanNode[]
let watched: Awaited<ReturnType<typeof watchPlans>>
const scope = { tenant: 'plans', subject: 'u1' }

beforeAll(async () => {
  database = await testDatabase()
  const loci = callerOn(processOn(database))
  const turns = (count: number) =>
    Array.from({ length: count }, (_, index) => [user(`question ${index}`), assistant(`answer ${index}`)]).flat()
  await loci.memory.write({ sessionId: 'short', scope, messages: turns(25) })
  await loci.memory.write({ sessionId: 'long', scope, messages: turns(5_000) })
  for (let index = 0; index < 30; index += 1) {
    await loci.memory.write({ sessionId: `other ${index}`, scope, messages: turns(20) })
  }
  for (const sessionId of ['short', 'long']) {
    for (let index = 0; index < 40; index += 1) {
      const tags = { kind: 'common', ...(index === 7 ? { rare: 'yes' } : {}) }
      await loci.memory.write({ sessionId, scope, tags, runId: `run ${index}`, mode: 'append', messages: turns(1) })
    }
  }
  await ownerQuery(
    database,
    `insert into thread (tenant, scope_id, uid, thread_id, counter)
     select s.tenant, s.id, gen_random_uuid(), 'filler ' || n, 'none' from scope s, generate_series(1, 3000) n`,
  )
  await ownerQuery(
    database,
    `insert into pin (tenant, scope_id, thread_uid, seq, created_by)
     select tenant, scope_id, uid, 1, 'test' from thread where thread_id like 'filler%'`,
  )
  await ownerQuery(
    database,
    `insert into summary (tenant, scope_id, thread_uid, version, to_seq, text, tokens, model, prompt, source_tokens)
     select tenant, scope_id, uid, v, 1000 * v, 'what was said', 40, 'm', 'p', 1
     from thread, generate_series(1, 3) v where thread_id = 'long' or thread_id like 'filler%'`,
  )
  await ownerQuery(
    database,
    `insert into summary_state (tenant, scope_id, thread_uid, last_version)
     select tenant, scope_id, uid, 3 from thread where thread_id = 'long' or thread_id like 'filler%'`,
  )
  await ownerQuery(database, 'analyze')

  watched = await watchPlans(database)
  client = watched.client
  plans = watched.plans
})
afterAll(async () => {
  await watched.close()
  await database.close()
})

const lookedAt = (text: string, values: unknown[]) => watched.lookedAt((own) => own.query(text, values))

/** A one-row table is best read whole. */
const SINGLE_ROWS = ['installation', 'scope']

describe('W4: the cost follows the window, not the thread', () => {
  const read = (thread: string, bounds: unknown[], withSummary = false, seqs: number[] = []) =>
    lookedAt('select * from loci_read($1, $2, $3, $4, $5, $6, $7, null, $8, $9)', [
      scope.tenant,
      scope.subject,
      thread,
      ...bounds,
      withSummary,
      seqs,
    ])

  it.each([
    ['the last 20 messages', [20, null, null, 0], 25],
    ['400 tokens and 30 turns', [null, 400, 30, 0], 110],
    ['the last 5 turns, and the first message', [null, null, 5, 1], 60],
  ])('W4: %s cost the same of 130 messages and of 10,080', async (_name, bounds, most) => {
    const short = await read('short', bounds)
    const long = await read('long', bounds)
    for (const found of [short, long]) {
      expect(found.sequential.filter((relation) => !SINGLE_ROWS.includes(relation ?? ''))).toEqual([])
      expect(found.messages).toBeGreaterThan(0)
      expect(found.messages).toBeLessThanOrEqual(most)
    }
    expect(long.messages).toBeLessThanOrEqual(short.messages + 5)
  })

  it('W4: the newest summary, and what was recalled far back, are found by index', async () => {
    const short = await read('short', [60, null, null, 0], true, [3, 4, 9])
    const long = await read('long', [60, null, null, 0], true, [3, 5_004, 9_001])
    for (const found of [short, long]) {
      expect(found.sequential.filter((relation) => !SINGLE_ROWS.includes(relation ?? ''))).toEqual([])
      expect(found.messages).toBeLessThanOrEqual(80)
    }
    expect(long.messages).toBeLessThanOrEqual(short.messages + 5)
  })

  it.each(STRATEGIES)(
    'W4: %s, with a summary and far hits, looks at no more of a long thread',
    async (_name, input, most) => {
      const window = Window.parse(input)
      const looked = (threadId: string, seqs: number[]) =>
        watched.lookedAt((own) =>
          readThread(own, { scope, threadId, bounds: boundsOf(window, 10_000), withSummary: true, seqs }),
        )
      const short = await looked('short', [3, 20, 41, 60])
      const long = await looked('long', [3, 2_000, 5_001, 9_000])
      for (const found of [short, long]) {
        expect(found.sequential.filter((relation) => !SINGLE_ROWS.includes(relation))).toEqual([])
        expect(found.messages).toBeGreaterThan(0)
        expect(found.messages).toBeLessThanOrEqual(most + 20)
      }
      expect(long.messages).toBeLessThanOrEqual(short.messages + 10)
    },
  )

  it('W4: a list narrowed by a query costs its matches', async () => {
    const [thread] = await ownerQuery<{ tenant: string; scopeId: string; uid: string }>(
      database,
      `select tenant, scope_id as "scopeId", uid from thread where thread_id = 'long'`,
    )
    if (!thread) throw new Error('no thread')
    await client.query('begin')
    await client.query(`select loci_enter_scope($1, $2)`, [scope.tenant, scope.subject])
    const found = await watched.lookedAt((own) => loadExchanges(own, { thread, seqs: [3, 4_000, 9_001] }))
    await client.query('rollback')
    expect(found.sequential).toEqual([])
    expect(found.messages).toBeLessThanOrEqual(20)
  })

  it('B019, B020: a window of 50,000 long messages reads about what it shows', async () => {
    await seedLongThread(database, { ...scope, threadId: 'seeded', count: 50_000, tokens: 204 })
    for (const [input, shown] of [
      [{ strategy: 'buffer', lastMessages: 10 }, 10],
      [{ strategy: 'buffer', maxTokens: 16_000 }, 78],
    ] as const) {
      const bounds = boundsOf(Window.parse(input), 10_000)
      const found = await watched.lookedAt(async (own) => {
        const { rows } = await readThread(own, { scope, threadId: 'seeded', bounds })
        expect(rows).toHaveLength(shown)
      })
      expect(found.messages).toBeLessThanOrEqual(3 * shown)
    }
  })

  it('W4: a window that is off looks at no message', async () => {
    expect((await read('long', [0, 0, 0, 0])).messages).toBe(0)
  })

  it('W4: a filtered read costs what the rarest pair matches', async () => {
    const { loadTaggedRows } = await import('../../server/store/memory-tagged')
    const [thread] = await ownerQuery<{ tenant: string; scopeId: string; uid: string }>(
      database,
      `select tenant, scope_id as "scopeId", uid from thread where thread_id = 'long'`,
    )
    if (!thread) throw new Error('no thread')
    await client.query('begin')
    await client.query(`select loci_enter_scope($1, $2)`, [scope.tenant, scope.subject])
    plans.length = 0
    const rows = await loadTaggedRows(client, { thread, tags: { kind: 'common', rare: 'yes' } })
    expect(rows).toHaveLength(2)
    const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
    const scans = plans.flatMap(nodes).filter((node) => node['Relation Name'] === 'message')
    await client.query('rollback')
    expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    expect(scans.reduce((sum, node) => sum + (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0), 0)).toBeLessThan(
      10,
    )
  })

  it('M3: the place where a run began is found by index, not among all entries', async () => {
    const { listMessages } = await import('../../server/store/messages')
    const [thread] = await ownerQuery<{ tenant: string; scopeId: string; uid: string }>(
      database,
      `select tenant, scope_id as "scopeId", uid from thread where thread_id = 'long'`,
    )
    if (!thread) throw new Error('no thread')
    await client.query('begin')
    await client.query(`select loci_enter_scope($1, $2)`, [scope.tenant, scope.subject])
    plans.length = 0
    const rows = await listMessages(client, { thread, limit: 4, beforeRunId: 'run 35' })
    await client.query('rollback')
    // 10,000 messages, and 35 turns of two.
    expect(rows.map(({ seq }) => seq)).toEqual([10_067, 10_068, 10_069, 10_070])
    const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
    const scans = plans.flatMap(nodes).filter((node) => node['Relation Name'] === 'entry')
    expect(scans.map((node) => node['Index Name'])).toEqual(['entry_run'])
    const looked = plans.flatMap(nodes).filter((node) => node['Relation Name'] === 'message')
    expect(looked.reduce((sum, node) => sum + (node['Actual Rows'] ?? 0), 0)).toBe(4)
  })

  it('W4: a write looks at no more of a long thread than of a short one', async () => {
    const write = (thread: string) =>
      lookedAt('select * from loci_write($1, $2, $3, $4, $5)', [
        scope.tenant,
        scope.subject,
        thread,
        JSON.stringify({
          newUid: crypto.randomUUID(),
          newScopeId: crypto.randomUUID(),
          entryId: crypto.randomUUID(),
          mode: 'append',
          counter: 'o200k_base',
          answer: '{}',
          tokens: 5,
          lastTurnOffset: 0,
          lastTurnIndex: 0,
          turnOpen: true,
        }),
        JSON.stringify([
          { i: 0, id: crypto.randomUUID(), role: 'user', t: 0, n: 5, h: 'ab', raw: '{}', e: false, s: 'x' },
        ]),
      ])
    for (const thread of ['short', 'long']) {
      const found = await write(thread)
      expect(
        found.sequential.filter((relation) => !['installation', 'scope', 'agent'].includes(relation ?? '')),
      ).toEqual([])
      expect(found.messages).toBe(0)
    }
  })
})

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
