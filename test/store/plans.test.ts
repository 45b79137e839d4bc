import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Window } from '../../memory/window-schema'
import { boundsOf } from '../../server/services/memory/window-view'
import { readThread } from '../../server/store/memory-read'
import { loadExchanges } from '../../server/store/recalled-rows'
import { type TestDatabase, testDatabase } from '../support/database'
import { ownerQuery } from '../support/owner-query'
import { seedPlanThreads } from '../support/plan-threads'
import { type PlanNode, seedLongThread, watchPlans } from '../support/watched-plans'
import { STRATEGIES } from '../support/window-strategies'

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

const lookedAt = (text: string, values: unknown[]) => watched.lookedAt((own) => own.query(text, values))

/** A one-row table is best read whole. */
const SINGLE_ROWS = ['installation', 'scope']

describe('W4: the cost follows the window, not the thread', () => {
  const read = (thread: string, bounds: unknown[], withSummary = false, seqs: number[] = []) =>
    lookedAt('select * from loci_read($1, $2, $3, $4, $5, $6, $7, null, $8, $9, 33554432)', [
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

  const writeTo = (thread: string, idempotencyKey?: string) =>
    lookedAt('select * from loci_write($1, $2, $3, $4, $5)', [
      scope.tenant,
      scope.subject,
      thread,
      JSON.stringify({
        newUid: crypto.randomUUID(),
        newScopeId: crypto.randomUUID(),
        entryId: crypto.randomUUID(),
        idempotencyKey,
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

  it('W4: a write looks at no more of a long thread than of a short one', async () => {
    for (const thread of ['short', 'long']) {
      const found = await writeTo(thread)
      expect(
        found.sequential.filter((relation) => !['installation', 'scope', 'agent'].includes(relation ?? '')),
      ).toEqual([])
      expect(found.messages).toBe(0)
    }
  })

  it('W4, R5: nor at more of what was written before, where nobody has counted the tables yet', async () => {
    for (let write = 0; write < 20; write += 1) await writeTo('written often', crypto.randomUUID())
    await writeTo('written often', crypto.randomUUID())
    const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
    const scans = plans.flatMap(nodes).filter((node) => node['Index Name'] !== undefined)
    const looked = scans.map((node) => [
      node['Index Name'],
      (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0),
    ])
    const byKey = ['installation_pkey', 'scope_tenant_subject_key', 'thread_living_id', 'thread_pkey', 'thread_uid_idx']
    for (const [index, rows] of looked) {
      expect(byKey).toContain(index)
      expect(rows).toBe(1)
    }
  })
})
