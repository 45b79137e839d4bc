import type { AnyTRPCProcedure } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appRouter } from '../../server/api/root'
import { PERMISSIONS } from '../../server/auth/permissions'
import { call, send } from '../support/call'
import { everyCall, type SeededTenant, seedTenant } from '../support/every-call'
import { ownerQuery } from '../support/owner-query'
import { type TestOperator, type TestServer, testServer } from '../support/server'

const WORD = 'kanarienvogel'
const ROLES = ['observer', 'auditor'] as const

// tRPC keeps this record flat, by path.
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>)
const accessOf = (procedure: AnyTRPCProcedure) => procedure._def.meta as { access: { operator?: string | null } }

let server: TestServer
let held: SeededTenant
let people: Record<(typeof ROLES)[number], TestOperator>
beforeAll(async () => {
  server = await testServer()
  people = { observer: await server.createOperator('observer'), auditor: await server.createOperator('auditor') }
  const admin = await server.createOperator('admin')
  const mentioned = ROLES.map((role) => people[role].id)
  held = await seedTenant(server, { tenant: 'acme', word: WORD, admin, mentioned })
})
afterAll(() => server.close())

describe.each(ROLES)('%s', (role) => {
  it('is told nothing of what was said, by any procedure that the role may call', async () => {
    const mayCall = procedures
      .filter(([, procedure]) => PERMISSIONS[role].some((each) => each === accessOf(procedure).access.operator))
      .map(([path]) => path)
    const answered = new Set<string>()
    for (const [path, body] of everyCall(held)) {
      const { status, text } = await call(server, path, { cookie: people[role].cookie, body })
      expect([path, text.toLowerCase().includes(WORD)]).toEqual([path, false])
      if (status === 200) answered.add(path)
      if (!mayCall.includes(path)) expect([path, status]).toEqual([path, 403])
    }
    // Whatever may be called was called, and answered: a procedure that is new here needs an input in every-call.ts.
    const notOwn = ['views.update', 'views.delete', 'threads.reveal']
    expect(mayCall.filter((path) => !answered.has(path) && !notOwn.includes(path))).toEqual([])
  })

  it('cannot find out by looking for words, or by the order of titles', async () => {
    const { cookie } = people[role]
    const all = { scopePattern: { all: true } }
    const asked: [string, object][] = [
      ['threads.list', { ...all, text: WORD }],
      ['threads.count', { ...all, text: WORD }],
      ['threads.facet', { ...all, text: WORD, by: 'tags' }],
      ['threads.countMatching', { ...all, filters: { text: WORD } }],
      ['threads.impact', { ...all, filters: { text: WORD } }],
      ['threads.list', { ...all, sort: { by: 'title', order: 'asc' } }],
      ['search.messages', { ...all, query: WORD }],
    ]
    for (const [path, body] of asked) {
      expect([path, (await call(server, path, { cookie, body })).code]).toEqual([path, 'FORBIDDEN'])
    }
  })

  it('gets no file and no stream of a thread', async () => {
    const { cookie } = people[role]
    const addresses = [`threads/${held.uid}.md`, `threads/${held.uid}.jsonl`, held.jobIds.export]
    for (const address of addresses) {
      const { status, text } = await send(server, `/api/exports/${address}`, { cookie })
      expect([address, status >= 400, text.includes(WORD)]).toEqual([address, true, false])
    }
    const stream = await send(server, '/api/live', { cookie, body: { uid: held.uid, after: 0 } })
    expect([stream.status, stream.text.includes(WORD)]).toEqual([403, false])
  })

  it('is told that it is withheld, and everything else', async () => {
    const { data } = await call(server, 'threads.get', { cookie: people[role].cookie, body: { uid: held.uid } })
    expect(data).toMatchObject({
      ...{ uid: held.uid, threadId: 's', agentName: 'support', messageCount: 2 },
      ...{ isWithheld: true, title: null, firstLine: null, lastLine: null, metadata: {}, state: null },
    })
  })
})

describe('whoever may read', () => {
  it.each(['reviewer', 'lead', 'developer', 'admin'] as const)('%s sees it', async (role) => {
    const { cookie } = await server.createOperator(role)
    const { data } = await call(server, 'threads.get', { cookie, body: { uid: held.uid } })
    expect(data).toMatchObject({ title: `${WORD} title`, metadata: { about: WORD } })
    expect(data).not.toHaveProperty('isWithheld')
    const { text } = await call(server, 'messages.list', { cookie, body: { uid: held.uid } })
    expect(text).toContain(WORD)
  })
})

describe('a conversation that an observer has revealed', () => {
  const reveal = (cookie: string, body: object) => call(server, 'threads.reveal', { cookie, body })
  const reason = 'the customer asked us to look'

  it('is shown to them alone, that one alone, for its time alone', async () => {
    const { uid, forkUid } = held
    const { id, cookie } = await server.createOperator('observer')
    const { status, data } = await reveal(cookie, { uid, reason })
    expect([status, data]).toEqual([200, { uid, until: expect.any(String) }])
    const shown: [string, object][] = [
      ['threads.get', { uid }],
      ['messages.list', { uid }],
      ['messages.text', { uid, seq: 1 }],
      ['notes.list', { uid }],
      ['threads.summaries', { uid }],
    ]
    for (const [path, body] of shown) {
      const { text } = await call(server, path, { cookie, body })
      expect([path, text.includes(WORD)]).toEqual([path, true])
    }
    const hidden: [string, object][] = [
      ['threads.get', { uid: forkUid }],
      ['threads.list', { scopePattern: { all: true } }],
      ['threads.lineage', { uid }],
      ['threads.compare', { uid, with: forkUid }],
      ['messages.list', { uid: forkUid }],
      ['messages.list', { uid, threadId: 'fork', scope: held.scope }],
      ['memory.read', { threadId: 's', scope: held.scope, uid }],
      ['search.messages', { scopePattern: { all: true }, query: WORD, uid }],
    ]
    for (const [path, body] of hidden) {
      const { text } = await call(server, path, { cookie, body })
      expect([path, text.includes(WORD)]).toEqual([path, false])
    }
    const other = await call(server, 'messages.list', { cookie: people.observer.cookie, body: { uid } })
    expect(other.code).toBe('FORBIDDEN')
    const { database } = server.services
    const over = `update thread_reveal set until = now() - interval '1 second' where operator_id = $1 returning 1`
    expect(await ownerQuery(database, over, [id])).toHaveLength(1)
    expect((await call(server, 'messages.list', { cookie, body: { uid } })).code).toBe('FORBIDDEN')
  })

  it('stands in the audit log with the reason, and needs one', async () => {
    const { uid } = held
    const { id, cookie } = await server.createOperator('observer')
    for (const wrong of [undefined, '', ' a ', 'a'.repeat(501)]) {
      expect((await reveal(cookie, { uid, reason: wrong })).code).toBe('INVALID_INPUT')
    }
    expect((await reveal(cookie, { uid: held.trashUid, reason })).code).toBe('NOT_FOUND')
    expect((await reveal(cookie, { uid, reason: ` ${reason} ` })).status).toBe(200)
    const events = await ownerQuery<{ tenant: string; object_id: string; details: unknown }>(
      server.services.database,
      `select tenant, object_id, details from audit_event where actor_id = $1 and action = 'threads.reveal'`,
      [id],
    )
    expect(events).toEqual([{ tenant: 'acme', object_id: uid, details: expect.anything() }])
    expect(JSON.stringify(events[0]?.details)).toContain(reason)
  })

  it('is nothing for auditors', async () => {
    expect((await reveal(people.auditor.cookie, { uid: held.uid, reason })).code).toBe('FORBIDDEN')
  })
})
