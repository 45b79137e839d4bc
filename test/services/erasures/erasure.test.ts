import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepHouse } from '../../../server/jobs/housekeeping'
import type { ErasureImpact, ErasureResult, ReceiptView } from '../../../server/schemas/erasures'
import type { JobView } from '../../../server/schemas/jobs'
import { purgeExpired } from '../../../server/services/threads/purge-threads'
import { call, send } from '../../support/call'
import { ownerQuery } from '../../support/owner-query'
import { type TestOperator, type TestServer, testServer } from '../../support/server'
import { transfersOf } from '../../support/transfers'

/** One word, so that it is found among search words, too. */
const CANARY = 'zqxcanary7'

let server: TestServer
let key: string
let admin: TestOperator
const logged: string[] = []
beforeAll(async () => {
  server = await testServer({ log: pino({ level: 'trace' }, { write: (line: string) => logged.push(line) }) })
  key = await server.createKey()
  admin = await server.createOperator('admin')
})
afterAll(() => server.close())

const ownerUrl = () => ({ ownerUrl: server.services.database.ownerUrl })
const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  ownerQuery<Row & Record<string, unknown>>(ownerUrl(), text, values)

async function ask<T>(procedure: string, body: object, cookie = admin.cookie): Promise<T> {
  const answer = await call(server, procedure, { cookie, body })
  if (answer.status !== 200) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.data as T
}

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.unreachable('it was allowed'),
    (error: Error) => error.message,
  )

/** A query goes by GET. */
async function look<T>(procedure: string, input: object, cookie = admin.cookie): Promise<T> {
  const path = `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
  const answer = await send(server, path, { cookie })
  if (answer.status !== 200) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.data as T
}

async function jobDone(id: string): Promise<JobView> {
  let job: JobView | undefined
  await expect
    .poll(
      async () => {
        job = await look<JobView>('jobs.get', { id })
        return job.state
      },
      { timeout: 30_000, interval: 30 },
    )
    .not.toBe('running')
  if (!job) return expect.unreachable('no job')
  return job
}

async function erase(scope: { tenant: string; subject: string }): Promise<ErasureResult> {
  const job = await jobDone((await ask<JobView>('erasures.start', { ...scope, confirm: scope.subject })).id)
  expect(job).toMatchObject({ state: 'done', error: null })
  return job.result as ErasureResult
}

/** Every row of every table that holds a text somewhere, as text or as bytes. */
async function rowsWith(text: string): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'm') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' ORDER BY 1`,
  )
  expect(tables.length).toBeGreaterThan(30)
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} t
       WHERE position(lower($1) IN lower(t::text)) > 0 OR position(encode(convert_to($1, 'UTF8'), 'hex') IN t::text) > 0`,
      [text],
    )
    if (row && row.count > 0) found[name] = row.count
  }
  return found
}

/** All rows of a subject, as one text. */
async function stateOf({ tenant, subject }: { tenant: string; subject: string }): Promise<string> {
  const tables = await sql<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'scope_id' ORDER BY 1`,
  )
  const states: string[] = []
  for (const { name } of tables) {
    const [row] = await sql<{ state: string | null }>(
      `SELECT string_agg(t::text, E'\\n' ORDER BY t::text) AS state FROM "${name}" t
       WHERE scope_id = (SELECT id FROM scope WHERE tenant = $1 AND subject = $2)`,
      [tenant, subject],
    )
    states.push(`${name}: ${row?.state}`)
  }
  return states.join('\n')
}

/** A subject with the word in every place that holds something of one. */
async function seedEverywhere(scope: { tenant: string; subject: string }): Promise<{ uid: string; gone: string }> {
  const { call: agent, exported } = transfersOf(server, key)
  const write = (threadId: string, more: object = {}) =>
    agent<{ thread: { uid: string } }>(
      'memory.write',
      {
        scope,
        sessionId: threadId,
        agentName: 'support',
        tags: { [`k-${CANARY}`]: CANARY },
        metadata: { note: CANARY },
        run: { id: 'run', model: CANARY },
        idempotencyKey: CANARY,
        messages: [
          { id: `m-${CANARY}`, role: 'user', content: `Hello ${CANARY}` },
          { role: 'assistant', content: null, toolCalls: [{ id: 'c1', name: 'look', arguments: { of: CANARY } }] },
          { role: 'tool', toolCallId: 'c1', content: `Found ${CANARY}` },
          { role: 'assistant', content: CANARY },
        ],
        ...more,
      },
      { isRepeatable: false },
    )
  const uid = (await write(`t-${CANARY}`)).thread.uid
  const gone = (await write('gone')).thread.uid
  await ask('threads.update', {
    uid,
    title: CANARY,
    tags: { [CANARY]: CANARY },
    metadata: { [CANARY]: 1 },
    state: { at: CANARY },
  })
  await ask('threads.setWindow', {
    uid,
    window: { strategy: 'summarizing', recentMessages: 2, summarizeEvery: 10, prompt: `Mind ${CANARY}` },
  })
  await ask('threads.fork', { scope, fromThreadId: `t-${CANARY}`, threadId: `fork-${CANARY}` })
  await ask('messages.pin', { uid, seq: 1, pinned: true })
  await ask('notes.add', { uid, text: `Think of ${CANARY}`, mentions: [admin.id] })
  await ask('reviews.set', { uid, status: 'reviewed', outcome: 'fail', reasons: ['Tone'] })
  await agent('feedback.add', { uid, value: 0, comment: CANARY, source: CANARY }, { isRepeatable: false })
  await ask('threads.delete', { uid: gone })
  for (const derived of [
    `summary (tenant, scope_id, thread_uid, version, to_seq, text, tokens, model, prompt, source_tokens)
     SELECT tenant, scope_id, uid, 1, 4, 'About ' || $2::text, 4, 'm', $2, 1`,
    'summary_state (tenant, scope_id, thread_uid, reason) SELECT tenant, scope_id, uid, $2::text',
    `message_vector (tenant, scope_id, thread_uid, seq, model, dimensions, vector, message_at)
     SELECT tenant, scope_id, uid, 1, 'm', 1, convert_to($2::text, 'UTF8'), now()`,
    'embedding (tenant, scope_id, thread_uid, model, error) SELECT tenant, scope_id, uid, $2::text, $2::text',
    `redaction (tenant, scope_id, thread_uid, seq, original_hash, created_by, reason)
     SELECT tenant, scope_id, uid, 2, convert_to($2::text, 'UTF8'), 'a test', $2::text`,
    `thread_reveal (tenant, scope_id, thread_uid, operator_id, until) SELECT tenant, scope_id, uid, $2::text, now()`,
    `activity (tenant, scope_id, agent_name, hour) SELECT tenant, scope_id, $2::text, now()`,
  ]) {
    await sql(`INSERT INTO ${derived} FROM thread WHERE uid = $1 ON CONFLICT DO NOTHING`, [uid, CANARY])
  }
  // Files and jobs: of the subject, of its tenant, and of everything; a file that was read; and what is taken back.
  const everything = { all: true } as const
  expect((await exported({ scope })).text).toContain(CANARY)
  expect((await exported({ scopePattern: { tenant: scope.tenant } })).text).toContain(CANARY)
  expect((await exported({ scopePattern: everything })).text).toContain(CANARY)
  await transfersOf(server, key).imported(scope, JSON.stringify({ messages: [{ role: 'user', content: CANARY }] }))
  const tagged = await ask<JobView>('threads.tagMatching', {
    scope,
    filters: {},
    addTags: { [`b-${CANARY}`]: CANARY },
  })
  await jobDone(tagged.id)
  await ask('views.save', { name: CANARY, state: { tenant: scope.tenant, subject: scope.subject, text: CANARY } })
  await ask('queues.create', { name: CANARY, filters: { tenant: scope.tenant, subject: scope.subject } })
  await server.createKey({ kind: 'scope', ...scope })
  await server.services.queue.send('summaries', {
    tenant: scope.tenant,
    scopeId: (await sql<{ id: string }>('SELECT id FROM scope WHERE subject = $1', [scope.subject]))[0]?.id ?? '',
    uid,
  })
  return { uid, gone }
}

describe('the erasure of a subject', () => {
  it('leaves no word of it in any table, file or log line, and nothing of others is touched', async () => {
    const scope = { tenant: 'erasure', subject: `subject-${randomUUID()}` }
    const other = { tenant: 'erasure', subject: `other-${randomUUID()}` }
    const { call: agent } = transfersOf(server, key)
    for (const threadId of ['one', 'two']) {
      const messages = [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: 'hi' },
      ]
      await agent('memory.write', { scope: other, sessionId: threadId, messages }, { isRepeatable: false })
    }
    await seedEverywhere(scope)
    const seeded = Object.keys(await rowsWith(CANARY))
    // As many places as a word can get into; a new one has to be added to the seed.
    for (const table of [
      'thread',
      'message',
      'message_vector',
      'embedding',
      'entry',
      'entry_tag',
      'thread_tag',
      'note',
      'redaction',
      'summary',
      'summary_state',
      'lineage',
      'feedback',
      'thread_reveal',
      'activity',
      'export_part',
      'saved_view',
      'review_queue',
      'bulk_target',
    ]) {
      expect(seeded, table).toContain(`public.${table}`)
    }
    const before = await stateOf(other)

    const impact = await look<ErasureImpact>('erasures.impact', scope)
    expect(impact).toMatchObject({ threads: 4, inTrash: 1, forks: 1, holds: [] })
    const rowsOf = Object.fromEntries(impact.places.map(({ table, rows }) => [table, rows]))
    expect(rowsOf).toMatchObject({ export_part: 3, note: 1, summary: 1, saved_view: 1, review_queue: 1, api_key: 1 })
    logged.length = 0
    const result = await erase(scope)
    expect(result.threads).toBe(4)

    expect(await rowsWith(CANARY)).toEqual({})
    const named = await rowsWith(scope.subject)
    // The audit log cannot be rewritten; it holds whom a key was for.
    expect(Object.keys(named)).toEqual(['public.audit_event'])
    expect(await sql('SELECT 1 FROM scope WHERE subject = $1', [scope.subject])).toEqual([])
    expect(await stateOf(other)).toBe(before)
    expect(logged.join('')).not.toContain(CANARY)
    expect(logged.join('')).not.toContain(scope.subject)

    const { items } = await look<{ items: ReceiptView[] }>('erasures.receipts', { ...scope })
    expect(items).toMatchObject([{ id: result.receipt, tenant: 'erasure', erasedBy: admin.email, isGenuine: true }])
    const [receipt] = items
    expect(receipt?.auditLines).toBeGreaterThan(0)
    expect(receipt?.places.every(({ before: rows, after }) => rows > 0 && after === 0)).toBe(true)
    expect(receipt?.places.map(({ table }) => table)).toEqual(expect.arrayContaining(['message', 'job', 'export_part']))
    const [line] = await sql<{ details: string; object_id: string }>(
      `SELECT details, object_id FROM audit_event WHERE action = 'subjects.erase'`,
    )
    expect(line?.object_id).toBe(receipt?.subjectHash)
    expect(JSON.parse(line?.details ?? '')).toMatchObject({ receipt: result.receipt, proof: receipt?.proof })
    expect(await look('erasures.receipts', { ...other })).toEqual({ items: [], nextCursor: null })
  })

  it('takes the name once more, and a person who manages; what is not there is said to be so', async () => {
    const scope = { tenant: 'typed', subject: 'ann' }
    const { call: agent } = transfersOf(server, key)
    await agent(
      'memory.write',
      { scope, sessionId: 's', messages: [{ role: 'user', content: 'hi' }] },
      { isRepeatable: false },
    )
    const start = (body: object, cookie?: string) => refusal(ask('erasures.start', body, cookie))
    expect(await start({ ...scope, confirm: 'Ann' })).toMatch(/^INVALID_INPUT: confirm/)
    expect(await start({ ...scope, subject: 'bob', confirm: 'bob' })).toMatch(/^NOT_FOUND/)
    for (const role of ['lead', 'developer', 'auditor'] as const) {
      const { cookie } = await server.createOperator(role)
      expect(await start({ ...scope, confirm: 'ann' }, cookie)).toMatch(/^FORBIDDEN/)
    }
    const limited = await server.createOperator('admin')
    await sql(`UPDATE operator SET tenants = '{elsewhere}' WHERE id = $1`, [limited.id])
    expect(await start({ ...scope, confirm: 'ann' }, limited.cookie)).toMatch(/^FORBIDDEN/)
    expect(await refusal(look('erasures.impact', scope, limited.cookie))).toMatch(/^FORBIDDEN/)
    expect(await look('erasures.receipts', {}, limited.cookie)).toMatchObject({ items: [] })
    expect(await sql(`SELECT 1 FROM thread WHERE tenant = 'typed'`)).toHaveLength(1)
  })

  it('shows that a receipt was changed behind the back of the application', async () => {
    const scope = { tenant: 'proof', subject: 'ann' }
    const { call: agent } = transfersOf(server, key)
    await agent(
      'memory.write',
      { scope, sessionId: 's', messages: [{ role: 'user', content: 'hi' }] },
      { isRepeatable: false },
    )
    const { receipt } = await erase(scope)
    const { application } = server.services.database.pools
    await expect(application.query('DELETE FROM erasure_receipt')).rejects.toThrow(/permission denied/)
    await sql(`UPDATE erasure_receipt SET erased_by = 'nobody' WHERE id = $1`, [receipt])
    const { items } = await look<{ items: ReceiptView[] }>('erasures.receipts', scope)
    expect(items).toMatchObject([{ id: receipt, isGenuine: false }])
  })
})

describe('legal hold', () => {
  const hold = (input: object) => ask<{ id: string }>('holds.place', input)
  const written = async (scope: { tenant: string; subject: string }, threadId = 's') => {
    const messages = [{ role: 'user', content: 'hello' }]
    const input = { scope, sessionId: threadId, messages }
    const { call: agent } = transfersOf(server, key)
    return (await agent<{ thread: { uid: string } }>('memory.write', input, { isRepeatable: false })).thread.uid
  }

  it('on a subject comes before erasure, redaction and purge, and says why; lifted, they go on', async () => {
    const scope = { tenant: 'held', subject: 'ann' }
    const free = { tenant: 'held', subject: 'bob' }
    const uid = await written(scope)
    const freeUid = await written(free)
    const { id } = await hold({ ...scope, reason: 'Case 4711' })
    const says = `CONFLICT: Under legal hold since ${new Date().toISOString().slice(0, 10)}: Case 4711`
    expect(await refusal(ask('erasures.start', { ...scope, confirm: 'ann' }))).toBe(says)
    expect(await refusal(ask('messages.redact', { uid, seq: 1 }))).toBe(says)
    expect(await refusal(hold({ ...scope, reason: 'again' }))).toMatch(/^CONFLICT/)
    expect(await look('holds.standing', scope)).toMatchObject({ items: [{ id, reason: 'Case 4711' }] })
    expect(await look('holds.standing', free)).toEqual({ items: [] })

    // An agent's delete goes to the trash all the same, and there it stays.
    const { call: agent } = transfersOf(server, key)
    await agent('memory.clear', { scope, all: true }, { isRepeatable: false })
    await agent('memory.clear', { scope: free, all: true }, { isRepeatable: false })
    await sql(`UPDATE thread SET deleted_at = now() - interval '1 hour' WHERE tenant = 'held'`)
    expect(await purgeExpired(server.services, { keptMs: 60_000 })).toBe(1)
    const left = () => sql<{ uid: string }>('SELECT uid FROM thread WHERE uid = ANY ($1::uuid[])', [[uid, freeUid]])
    expect(await left()).toEqual([{ uid }])

    await ask('holds.lift', { id })
    expect(await refusal(ask('holds.lift', { id }))).toMatch(/^NOT_FOUND/)
    expect(await purgeExpired(server.services, { keptMs: 60_000 })).toBe(1)
    expect(await left()).toEqual([])
    const actions = await sql<{ action: string; details: string }>(
      `SELECT action, details FROM audit_event WHERE object_id = $1 ORDER BY number`,
      [id],
    )
    expect(actions.map(({ action }) => action)).toEqual(['holds.place', 'holds.lift'])
    expect(actions.map(({ details }) => details).join('')).not.toContain('4711')
  })

  it('on a tenant covers all its subjects, and no other tenant', async () => {
    const scope = { tenant: 'held-whole', subject: 'ann' }
    await written(scope)
    await hold({ tenant: scope.tenant, reason: 'Audit' })
    expect(await refusal(ask('erasures.start', { ...scope, confirm: 'ann' }))).toMatch(
      /^CONFLICT: The tenant is under legal hold since .*: Audit$/,
    )
    const other = { tenant: 'held-whole-2', subject: 'ann' }
    await written(other)
    await erase(other)
    const limited = await server.createOperator('admin')
    await sql(`UPDATE operator SET tenants = '{elsewhere}' WHERE id = $1`, [limited.id])
    const { items } = await look<{ items: { tenant: string }[] }>('holds.list', {}, limited.cookie)
    expect(items).toEqual([])
    expect(await refusal(ask('holds.place', { tenant: 'held-whole', reason: 'x' }, limited.cookie))).toMatch(
      /^FORBIDDEN/,
    )
  })

  it('stops an erasure that is under way', async () => {
    const scope = { tenant: 'held-late', subject: 'ann' }
    for (let count = 0; count < 45; count += 1) await written(scope, `t-${count}`)
    const started = await ask<JobView>('erasures.start', { ...scope, confirm: 'ann' })
    await hold({ ...scope, reason: 'Too late' })
    const job = await jobDone(started.id)
    const left = (await sql('SELECT 1 FROM thread WHERE tenant = $1', [scope.tenant])).length
    if (job.state === 'done') expect(left).toBe(0)
    else expect(job.error).toMatch(/^Under legal hold since .*: Too late$/)
    await keepHouse({ ...server.services })
    expect((await sql('SELECT 1 FROM thread WHERE tenant = $1', [scope.tenant])).length).toBe(left)
  })
})
