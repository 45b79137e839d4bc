import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type CallInit, call, send } from '../support/call'
import { type TestServer, testServer } from '../support/server'

const scope = { tenant: 'acme', subject: 'user-1' }
const MIB = 1024 * 1024

interface Limit {
  /** What is limited. */
  name: string
  most: number
  /** Sends so much of it; all else is in order. */
  sends(amount: number): Promise<Answer>
  /** What the refusal says. */
  says: RegExp
  code?: 'TOO_LARGE'
  /** How many times the limit is tried, where a hundred times cannot be sent; 100. */
  times?: number
}

let server: TestServer
let key: string
let person: { cookie: string }
let uid: string
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
  person = { cookie: (await server.createOperator('admin')).cookie }
  const messages = [{ role: 'user', content: 'hello' }]
  const written = await call(server, 'memory.write', { key, body: { threadId: 'limits', scope, messages } })
  uid = (written.data as { thread: { uid: string } }).thread.uid
})
afterAll(() => server.close())

const x = (amount: number) => 'x'.repeat(amount)
const ask = (path: string, body: object, caller: CallInit = { key }) => call(server, path, { ...caller, body })
const create = (body: object) => ask('threads.create', { scope, threadId: randomUUID(), ...body })
const write = (body: object) =>
  ask('memory.write', { threadId: randomUUID(), scope, messages: [{ role: 'user', content: 'hi' }], ...body })

const limits: Limit[] = [
  {
    name: 'a tenant, in bytes',
    most: 64,
    sends: (n) => create({ scope: { tenant: x(n) } }),
    says: /tenant is longer than 64 bytes/,
  },
  {
    name: 'a subject, in bytes',
    most: 512,
    sends: (n) => create({ scope: { ...scope, subject: x(n) } }),
    says: /subject is longer than 512 bytes/,
  },
  {
    name: 'an id of a thread, in bytes',
    most: 1024,
    sends: (n) => create({ threadId: randomUUID() + x(n - 36) }),
    says: /threadId is longer than 1024 bytes/,
  },
  {
    name: 'the name of an agent, in bytes',
    most: 1024,
    sends: (n) => write({ agentName: x(n) }),
    says: /agentName is longer than 1024 bytes/,
  },
  {
    name: 'the id of a run, in bytes',
    most: 1024,
    sends: (n) => write({ runId: x(n) }),
    says: /runId.*longer than 1024 bytes/,
  },
  { name: 'a title, in bytes', most: 1024, sends: (n) => create({ title: x(n) }), says: /title: At most 1024 bytes/ },
  {
    name: 'metadata, in bytes',
    most: 16_384,
    sends: (n) => create({ metadata: { note: x(n - 11) } }),
    says: /16 KiB|larger than 1 MiB/,
  },
  {
    name: 'tags',
    most: 64,
    sends: (n) => write({ tags: Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, ''])) }),
    says: /At most 64 tags/,
  },
  {
    name: 'the key of a tag, in bytes',
    most: 128,
    sends: (n) => write({ tags: { [x(n)]: '' } }),
    says: /At most 128 bytes|tags/,
  },
  {
    name: 'the value of a tag, in bytes',
    most: 1024,
    sends: (n) => write({ tags: { k: x(n) } }),
    says: /At most 1024 bytes/,
  },
  { name: 'rows of a page', most: 200, sends: (n) => ask('threads.list', { scope, limit: n }), says: /limit:.*200/ },
  {
    name: 'messages of a page',
    most: 200,
    sends: (n) => ask('messages.list', { uid, limit: n }),
    says: /limit:.*200/,
  },
  {
    name: 'a search, in characters',
    most: 256,
    sends: (n) => ask('search.messages', { scope, query: x(n) }),
    says: /query:.*256/,
  },
  {
    name: 'an idempotency key, in bytes',
    most: 255,
    sends: (n) => write({ idempotencyKey: randomUUID() + x(n - 36) }),
    says: /At most 255 bytes/,
  },
  {
    name: 'a comment of feedback, in bytes',
    most: 4096,
    sends: (n) => ask('feedback.add', { uid, value: 1, comment: x(n) }),
    says: /comment: At most 4096 bytes/,
  },
  {
    name: 'the name of a key, in bytes',
    most: 256,
    sends: (n) => ask('keys.create', { name: x(n), reach: { kind: 'all' } }),
    says: /name: At most 256 bytes/,
  },
  {
    name: 'threads of a selection',
    most: 200,
    sends: (n) => ask('threads.bulkRestore', { uids: Array.from({ length: n }, () => randomUUID()) }, person),
    says: /uids:.*200/,
  },
  {
    name: 'messages of a write',
    most: 10_000,
    sends: (n) => write({ messages: Array.from({ length: n }, () => ({ role: 'user', content: '' })) }),
    says: /messages:.*10000/,
    times: 10,
  },
  {
    name: 'calls of a batch',
    most: 10,
    sends: (n) => send(server, `/api/trpc/${Array.from({ length: n }, () => 'setup.state').join(',')}?batch=1`),
    says: /at most 10 calls|longer than 2 KiB/,
  },
  {
    name: 'an address, in characters',
    most: 2048,
    sends: (n) => send(server, `/api/trpc/setup.state?${x(n - 22)}`),
    says: /longer than 2 KiB/,
    // Past 16 KiB the server's own reader of heads refuses the line itself.
    times: 7,
  },
  {
    name: 'the depth of JSON',
    most: 32,
    sends: (n) => call(server, 'setup.state', { body: `${'['.repeat(n)}${']'.repeat(n)}` }),
    says: /deep|32/,
  },
  {
    name: 'a body, in bytes',
    most: MIB,
    sends: (n) => call(server, 'setup.state', { body: `"${x(n - 2)}"` }),
    says: /larger than 1 MiB/,
    code: 'TOO_LARGE',
    times: 20,
  },
  {
    name: 'a body with messages, in bytes',
    most: 32 * MIB,
    sends: (n) => call(server, 'memory.write', { key, body: `"${x(n - 2)}"` }),
    says: /larger than 32 MiB/,
    code: 'TOO_LARGE',
    times: 2,
  },
]

describe('every limit', () => {
  it.each(limits)(
    'of $name is $most: so much is taken, one more and far more is refused in words',
    async (limit) => {
      const { most, sends, says, code = 'INVALID_INPUT', times = 100 } = limit
      const taken = await sends(most)
      expect(taken.status).toBeLessThan(500)
      expect(taken.message ?? '').not.toMatch(says)
      for (const amount of [most + 1, most * times]) {
        const refused = await sends(amount)
        const isBodyToo = refused.code === 'TOO_LARGE'
        expect([amount, refused.code]).toEqual([amount, isBodyToo ? 'TOO_LARGE' : code])
        expect(refused.message).toMatch(isBodyToo ? /larger than (1|32) MiB/ : says)
        // What was sent is not sent back.
        expect(refused.text.length).toBeLessThan(2_000)
      }
      // The largest bodies take their time on a busy machine.
    },
    90_000,
  )
})
