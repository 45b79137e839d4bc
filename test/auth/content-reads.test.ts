import { randomUUID } from 'node:crypto'
import type { AnyTRPCProcedure } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appRouter } from '../../server/api/root'
import type { Access } from '../../server/auth/permissions'
import { call, send } from '../support/call'
import { everyCall, type SeededTenant, seedTenant } from '../support/every-call'
import { ownerQuery } from '../support/owner-query'
import { type TestOperator, type TestServer, testServer } from '../support/server'

// tRPC keeps this record flat, by path.
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>)
const accessOf = (procedure: AnyTRPCProcedure) => (procedure._def.meta as { access: Access }).access
const WORD = 'walrus'

let server: TestServer
let admin: TestOperator
let held: SeededTenant
beforeAll(async () => {
  server = await testServer()
  admin = await server.createOperator('admin')
  held = await seedTenant(server, { tenant: 'acme', word: WORD, admin, mentioned: [] })
})
afterAll(() => server.close())

interface Noted {
  tenant: string
  actor: string
  kind: string
  action: string
  object: string
  outcome: string
  details: string
}

/** What stands in the log, newest first. */
function noted(column: 'actor_id' | 'action' | 'object_id', value: string): Promise<Noted[]> {
  return ownerQuery<Noted>(
    server.services.database,
    `select tenant, actor_id as actor, actor_kind as kind, action, object_id as object, outcome, details
     from audit_event where ${column} = $1 order by at desc, number desc`,
    [value],
  )
}

async function opened(actor: string): Promise<[tenant: string, uid: string, by: unknown][]> {
  const rows = (await noted('actor_id', actor)).filter(({ action }) => action === 'threads.open')
  return rows.map(({ tenant, object, details }) => [tenant, object, JSON.parse(details).by])
}

describe('what people read', () => {
  it('is noted by every procedure that shows a conversation', async () => {
    const readers = procedures.filter(([, procedure]) => {
      const access = accessOf(procedure)
      return !access.isPublic && access.operator === 'read'
    })
    /** Lists of figures and titles, which open no conversation, and what names no thread. */
    const opensNone = ['agents.replay', 'threads.duplicates', 'tokens.count']
    const telling: string[] = []
    for (const [path, body] of everyCall(held).filter(([name]) => readers.some(([reader]) => reader === name))) {
      const reader = await server.createOperator('lead')
      const { status, text } = await call(server, path, { cookie: reader.cookie, body })
      expect([path, status]).toEqual([path, 200])
      const isShown = text.toLowerCase().includes(WORD)
      const events = await opened(reader.id)
      if (events.length > 0) telling.push(path)
      if (isShown && !opensNone.includes(path))
        expect([path, events.map(([, uid]) => uid)]).toEqual([path, expect.arrayContaining([expect.any(String)])])
      for (const event of events) expect(event).toEqual(['acme', expect.any(String), path])
    }
    expect(telling).toEqual(
      expect.arrayContaining([
        'messages.list',
        'memory.read',
        'threads.compare',
        'search.messages',
        'agents.preview',
        'notes.list',
      ]),
    )
  })

  it('is noted of entries, wherever they are listed, and of a stream that is watched', async () => {
    const lister = await server.createOperator('developer')
    const all = { scopePattern: { tenant: 'acme' } }
    const { text } = await call(server, 'memory.entries', { cookie: lister.cookie, body: all })
    expect(text).toContain(`${WORD} answered`)
    expect((await opened(lister.id)).map(([, uid]) => uid)).toContain(held.uid)

    const watcher = await server.createOperator('reviewer')
    const gone = new AbortController()
    const stream = await fetch(`${server.url}/api/live`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: watcher.cookie, origin: server.url },
      body: JSON.stringify({ uid: held.uid, after: 0 }),
      signal: gone.signal,
    })
    expect(stream.status).toBe(200)
    expect(await opened(watcher.id)).toEqual([['acme', held.uid, 'threads.subscribe']])
    gone.abort()
  })

  it('is one look in ten minutes, for each person and thread', async () => {
    const [one, two] = [await server.createOperator('reviewer'), await server.createOperator('reviewer')]
    for (const { cookie } of [one, one, two]) await call(server, 'messages.list', { cookie, body: { uid: held.uid } })
    await call(server, 'messages.find', { cookie: one.cookie, body: { uid: held.uid, query: WORD } })
    await call(server, 'messages.list', { cookie: one.cookie, body: { uid: held.forkUid } })
    expect(await opened(one.id)).toEqual([
      ['acme', held.forkUid, 'messages.list'],
      ['acme', held.uid, 'messages.list'],
    ])
    expect(await opened(two.id)).toHaveLength(1)
  })

  it('is not noted of agents, nor of what was refused or is not there', async () => {
    const key = await server.createKey()
    await call(server, 'memory.read', { key, body: { threadId: 'order-1', scope: held.scope } })
    const reader = await server.createOperator('reviewer')
    await call(server, 'messages.list', { cookie: reader.cookie, body: { uid: randomUUID() } })
    expect(await opened(reader.id)).toEqual([])
    expect((await noted('action', 'threads.open')).every(({ kind }) => kind === 'operator')).toBe(true)
  })
})

describe('what was refused', () => {
  it('is noted once, without what was sent', async () => {
    const reviewer = await server.createOperator('reviewer')
    for (const name of ['a secret word', 'another']) {
      await call(server, 'keys.create', { cookie: reviewer.cookie, body: { name, reach: { kind: 'all' } } })
    }
    await expect
      .poll(() => noted('actor_id', reviewer.id))
      .toMatchObject([{ action: 'keys.create', object: 'keys.create', outcome: 'refused', details: '{}' }])
    const weak = await server.createKey({ kind: 'all' }, ['read'])
    await call(server, 'memory.write', { key: weak, body: {} })
    await expect.poll(() => noted('action', 'memory.write')).toMatchObject([{ kind: 'key', outcome: 'refused' }])
  })
})

describe('who came in', () => {
  it('is noted, and who was not let in, without what was typed', async () => {
    const { id, email, password } = await server.createOperator('reviewer')
    const signIn = (body: object) => send(server, '/api/auth/sign-in/email', { body, headers: { origin: server.url } })
    await signIn({ email, password: 'a guess of somebody' })
    await signIn({ email: 'my-typed-password@nowhere.test', password: 'a guess of somebody' })
    await signIn({ email: email.toUpperCase(), password })
    const events = await noted('object_id', id)
    expect(events.map(({ outcome, kind, actor }) => [outcome, kind, actor])).toEqual([
      ['done', 'operator', id],
      ['refused', 'anonymous', 'anonymous'],
    ])
    const unknown = await noted('object_id', 'unknown')
    expect(unknown).toMatchObject([{ outcome: 'refused' }])
    expect(JSON.stringify([events, unknown])).not.toMatch(/guess|typed/)
  })
})
