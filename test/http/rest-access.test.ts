import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '../../server/rest/route'
import { ROUTES } from '../../server/rest/routes'
import { type CallInit, call } from '../support/call'
import { callRoute } from '../support/rest'
import { type TestServer, testServer } from '../support/server'

const absent = '0190a000-0000-7000-8000-00000000dead'
const own = { tenant: 'acme', subject: 'user-1' }
const scopes: unknown[] = [
  own,
  { tenant: 'acme' },
  { tenant: 'acme', subject: 'user-2' },
  { tenant: 'globex', subject: 'user-1' },
  { tenant: 'acme:subject:user-1', subject: '' },
  { tenant: 'acme', subject: 'user-1:subject:' },
  { tenant: '*' },
  { tenant: 'acme', subject: '*' },
  { tenant: 'acme', subject: 'user-1', owner: true },
  {},
  null,
  '',
  '*',
  'acme',
  'tenant:acme:subject:user-1',
  'tenant:acme:subject:user-1:subject:x',
  'tenant:acme',
]

let server: TestServer
let keys: Record<string, CallInit>
beforeAll(async () => {
  server = await testServer({ limits: { badKeys: 10_000 } })
  keys = {
    nobody: {},
    'a key that is none': { key: 'loci_nonsense' },
    'a key of one scope': { key: await server.createKey({ kind: 'scope', ...own }) },
    'a key of a tenant': { key: await server.createKey({ kind: 'tenant', tenant: 'acme' }) },
    'a key of another tenant': { key: await server.createKey({ kind: 'tenant', tenant: 'globex' }) },
    'a key for everything': { key: await server.createKey() },
    'a key that reads': { key: await server.createKey({ kind: 'all' }, ['read']) },
    'a key that writes': { key: await server.createKey({ kind: 'all' }, ['write']) },
    'an observer': { cookie: (await server.createOperator('observer')).cookie },
  }
})
afterAll(() => server.close())

/** An input that leaves the next call with the same answer: no id is taken by it, and none is there to be found once. */
function inputOf({ procedure, path, example = {} }: Route): Record<string, unknown> {
  if (path.includes('{uid}')) return { ...example, uid: absent }
  if (path.includes('{id}')) return { id: absent }
  if (procedure === 'threads.create') return { scope: own, title: 'One more' }
  if (procedure === 'threads.fork') return { ...example, dryRun: true }
  return example
}

/** What the plain door and the typed one say to the same call: status, code and words. */
async function bothDoors(route: Route, input: Record<string, unknown>, init: CallInit) {
  const fields = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
  const inPath = Object.fromEntries(fields.map((name) => [name, String(input[name])]))
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !fields.includes(name)))
  const isBodiless = route.method === 'GET' || route.method === 'DELETE'
  const plain = await callRoute(server, route, { ...init, inPath, ...(isBodiless ? {} : { body: rest }) })
  const typed = await call(server, route.procedure, { ...init, body: route.procedure === 'keys.list' ? '' : input })
  const message = (plain.body as { message?: string }).message
  expect(plain.status).not.toBe(429)
  return {
    plain: [plain.status, plain.code, plain.code && message],
    typed: [typed.status, typed.code, typed.message],
  }
}

describe('access at both doors', () => {
  it('is the same for every operation and every caller', async () => {
    const seen = new Set<unknown>()
    for (const [caller, init] of Object.entries(keys)) {
      for (const route of ROUTES) {
        const { plain, typed } = await bothDoors(route, inputOf(route), init)
        expect([caller, route.operationId, ...plain]).toEqual([caller, route.operationId, ...typed])
        seen.add(plain[1])
      }
    }
    for (const code of [undefined, 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']) expect(seen).toContain(code)
  })

  it('S1, S2: is the same for every scope, covered or not, and however it is written', async () => {
    const scoped = ROUTES.filter((route) => 'scope' in inputOf(route))
    expect(scoped.length).toBeGreaterThan(20)
    for (const caller of ['a key of one scope', 'a key of a tenant']) {
      const init = keys[caller] ?? {}
      for (const route of scoped) {
        const { scope: _none, ...without } = inputOf(route)
        const inputs = [without, ...scopes.map((scope) => ({ ...without, scope }))]
        for (const input of inputs) {
          const { plain, typed } = await bothDoors(route, input, init)
          const place = [caller, route.operationId, JSON.stringify(input)]
          expect([...place, ...plain]).toEqual([...place, ...typed])
        }
      }
    }
  }, 60_000)

  it('S4: takes any id in the body, and finds it again', async () => {
    const init = keys['a key of one scope'] ?? {}
    for (const threadId of [
      'a/b',
      '../keys',
      '{uid}',
      'tenant:acme:subject:x',
      'a?b=c&d#e',
      '%2F%00',
      'ü\u{1F600}',
      ' x ',
    ]) {
      const write = await callRoute(
        server,
        { method: 'POST', path: '/memory/write' },
        { ...init, body: { threadId, messages: [{ role: 'user', content: threadId }] } },
      )
      expect([threadId, write.status]).toEqual([threadId, 200])
      const read = await callRoute(server, { method: 'POST', path: '/memory/read' }, { ...init, body: { threadId } })
      expect(read.body).toMatchObject({ messages: [{ content: threadId }] })
      const gone = await callRoute(server, { method: 'POST', path: '/threads/delete' }, { ...init, body: { threadId } })
      expect(gone.body).toMatchObject({ deleted: 1 })
    }
  })

  it('a key that reads changes nothing', async () => {
    const writing = ROUTES.filter(({ procedure }) =>
      /write|append|create|update|fork|pin|start|summarize/.test(procedure),
    )
    expect(writing.length).toBeGreaterThan(8)
    for (const route of writing) {
      if (route.procedure === 'exports.start') continue
      const { plain } = await bothDoors(route, inputOf(route), keys['a key that reads'] ?? {})
      expect([route.operationId, plain[0], plain[1]]).toEqual([route.operationId, 403, 'FORBIDDEN'])
    }
  })
})
