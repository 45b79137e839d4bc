import { randomUUID } from 'node:crypto'
import type { AnyTRPCProcedure } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appRouter } from '../../server/api/root'
import { call, send } from '../support/call'
import { everyCall, everyChange, installationChanges, type SeededTenant, seedTenant } from '../support/every-call'
import { ownerQuery } from '../support/owner-query'
import { type TestOperator, type TestServer, testServer } from '../support/server'

// tRPC keeps this record flat, by path.
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>)
const OWN = 'amsel'
const FOREIGN = 'kanarienvogel'

let server: TestServer
let own: SeededTenant
let foreign: SeededTenant
let admin: TestOperator
let limited: { tenant: TestOperator; tenants: TestOperator }

async function limit(operator: TestOperator, tenants: string[] | null): Promise<void> {
  await ownerQuery(server.services.database, 'update operator set tenants = $2 where id = $1', [operator.id, tenants])
}

/** A thing of the kind that nobody has. */
function absentLike(held: SeededTenant): SeededTenant {
  const tenant = `nobody-${randomUUID().slice(0, 8)}`
  const ids = { uid: randomUUID(), forkUid: randomUUID(), trashUid: randomUUID(), entryId: randomUUID() }
  const jobIds = { import: randomUUID(), export: randomUUID(), duplicates: randomUUID(), tags: randomUUID() }
  const more = { noteId: randomUUID(), queueId: randomUUID(), viewId: randomUUID(), keyId: randomUUID() }
  return { ...held, ...ids, ...more, tenant, scope: { tenant, subject: 'u1' }, jobIds }
}

beforeAll(async () => {
  server = await testServer()
  admin = await server.createOperator('admin')
  // Those who may do most: what they are not shown, nobody is.
  limited = { tenant: await server.createOperator('admin'), tenants: await server.createOperator('admin') }
  await limit(limited.tenant, [`${OWN}-gmbh`])
  await limit(limited.tenants, [`${OWN}-gmbh`, 'a third one'])
  const mentioned = [limited.tenant.id, limited.tenants.id]
  own = await seedTenant(server, { tenant: `${OWN}-gmbh`, word: OWN, admin, mentioned })
})
afterAll(() => server.close())

describe.each(['tenant', 'tenants'] as const)('a person who sees one %s', (which) => {
  const cookieOf = () => limited[which].cookie
  const ask = async (path: string, body: object) => {
    const { status, code, text } = await call(server, path, { cookie: cookieOf(), body })
    return { path, status, code, text }
  }

  it('S2: is told the same of everything, whatever another tenant has meanwhile', async () => {
    const queries = everyCall(own).filter(([path]) => !/^(views|jobs|agents.impact|audit)/.test(path))
    const before = []
    for (const [path, body] of queries) before.push(await ask(path, body))
    foreign = await seedTenant(server, {
      tenant: `${FOREIGN}-${which}`,
      word: FOREIGN,
      admin,
      mentioned: [limited.tenant.id, limited.tenants.id],
      agentName: `${FOREIGN}-agent-${which}`,
    })
    await limit(await server.createOperator('reviewer'), [foreign.tenant])
    // What changes by itself from one call to the next, and ids of requests.
    const steady = (text: string) =>
      text.replace(/"(readId|requestId|nextCursor|accessedAt|at)":"[^"]*"/g, '').replace(/\\"accessedAt[^,]*/g, '')
    for (const [index, [path, body]] of queries.entries()) {
      const after = await ask(path, body)
      const known = before[index]
      expect({ ...after, text: steady(after.text) }).toEqual({ ...known, text: steady(known?.text ?? '') })
    }
  })

  it('S2: is told nothing of another tenant by any procedure', async () => {
    for (const [path, body] of [...everyCall(own), ...everyCall(own, { scopePattern: { tenant: own.tenant } })]) {
      const { text } = await ask(path, body)
      expect([path, text.toLowerCase().includes(FOREIGN) ? text : '']).toEqual([path, ''])
    }
    const words = { scopePattern: { all: true }, text: FOREIGN }
    expect(await ask('threads.count', words)).toMatchObject({ text: expect.stringContaining('"count":0') })
    const found = await ask('search.messages', { scopePattern: { all: true }, query: FOREIGN })
    expect(found).toMatchObject({ status: 200, text: expect.stringContaining('"items":[]') })
    const ownFound = await ask('search.messages', { scopePattern: { all: true }, query: OWN })
    expect(ownFound.text).toContain(own.uid)
  })

  it('S3: gets the same answer for what is foreign and for what is absent', async () => {
    const absent = absentLike(foreign)
    const asked = [...everyCall(foreign), ...everyChange(foreign)]
    const alike = [...everyCall(absent), ...everyChange(absent)]
    const plain = ({ status, code, text }: Awaited<ReturnType<typeof ask>>) => {
      const message = /"message":"[^"]*"/.exec(text)?.[0]
      const outcome = /"outcome":"[^"]*"/.exec(text)?.[0]
      return { status, code, message, outcome }
    }
    const names = ['queues.create', 'views.save', 'tokens.count']
    for (const [index, [path, body]] of asked.entries()) {
      const answer = await ask(path, body)
      const [, absentBody = {}] = alike[index] ?? []
      expect([path, plain(answer)]).toEqual([path, plain(await ask(path, absentBody))])
      const isOwn = JSON.stringify(body) === JSON.stringify(absentBody) || names.includes(path)
      if (!isOwn) expect([path, answer.text.toLowerCase().includes(`${FOREIGN} `)]).toEqual([path, false])
    }
    const stream = await send(server, '/api/live', { cookie: cookieOf(), body: { uid: foreign.uid, after: 0 } })
    expect(stream.code).toBe('NOT_FOUND')
    for (const address of [`threads/${foreign.uid}.md`, foreign.jobIds.export]) {
      expect((await send(server, `/api/exports/${address}`, { cookie: cookieOf() })).status).toBe(404)
    }
  })

  it('S4: changes nothing of another tenant, and nothing that holds for all', async () => {
    for (const [path, body] of installationChanges) expect(await ask(path, body)).toMatchObject({ path, status: 403 })
    const { cookie } = admin
    const { data } = await call(server, 'threads.get', { cookie, body: { uid: foreign.uid } })
    expect(data).toMatchObject({ title: `${FOREIGN} title`, messageCount: 2, review: { status: 'open' } })
    const list = { scopePattern: { tenant: foreign.tenant } }
    expect((await call(server, 'threads.count', { cookie, body: list })).data).toMatchObject({ count: 3 })
    expect((await call(server, 'queues.list', { cookie })).text).toContain(`queue of ${foreign.tenant}`)
    expect((await call(server, 'views.list', { cookie })).text).toContain(`view of ${foreign.tenant}`)
  })

  it('sees its own tenant as everybody does', async () => {
    const { data } = await call(server, 'threads.get', { cookie: cookieOf(), body: { uid: own.uid } })
    expect(data).toMatchObject({ title: `${OWN} title` })
    expect((await ask('inbox.list', {})).text).toContain(`${OWN} note`)
    expect((await ask('agents.list', {})).text).toContain('"name":"support"')
    expect((await ask('keys.list', {})).text).toContain(`key of ${own.tenant}`)
    expect((await ask('queues.list', {})).text).toContain(`queue of ${own.tenant}`)
    expect((await ask('scopes.list', {})).text).toContain(own.tenant)
  })
})

describe('limits', () => {
  it('are walked over every procedure', () => {
    const walked = new Set([...everyCall(own), ...everyChange(own), ...installationChanges].map(([path]) => path))
    const others = ['setup.state', 'setup.complete', 'members.openLink', 'members.acceptLink', 'threads.reveal']
    expect(procedures.map(([path]) => path).filter((path) => !walked.has(path) && !others.includes(path))).toEqual([])
  })

  it('are read for each request; an empty list shows nothing', async () => {
    const person = await server.createOperator('reviewer')
    const count = async () => {
      const { data } = await call(server, 'threads.count', {
        cookie: person.cookie,
        body: { scopePattern: { all: true } },
      })
      return data
    }
    expect(await count()).not.toMatchObject({ count: 0 })
    await limit(person, [])
    expect(await count()).toMatchObject({ count: 0 })
    const viewer = await call(server, 'viewer.get', { cookie: person.cookie })
    expect(viewer.data).toMatchObject({ tenants: [] })
    await limit(person, null)
    expect(await count()).not.toMatchObject({ count: 0 })
  })
})
