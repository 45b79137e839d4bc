import { parseArgs } from 'node:util'
import { uuidv7 } from 'uuidv7'
import { writeJson } from '../server/json-text'
import { readMemory } from '../server/services/memory/read-memory'
import { writeMemory } from '../server/services/memory/write-memory'
import { appendScript, bareAppend, bareRead, readScript, walledAppend, walledRead } from './bare-sql'
import { compare, type Variant } from './compare'
import { hasPgbench, pgbench } from './pgbench'
import { type BenchProduct, startProduct } from './product'
import { profile } from './profile'
import { type BareThread, makeThread } from './threads'

// What memory.read and memory.write cost beside the same work in bare pg and bare HTTP: in one run on one database,
// interleaved, medians with spread, ratios round by round.
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    milliseconds: { type: 'string', default: '1000' },
    long: { type: 'string', default: '1000000' },
    profile: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const pace = { rounds: Number(options.rounds), milliseconds: Number(options.milliseconds) }
const sizes = [50, 10_000, Number(options.long)]
const scope = { tenant: 'bench', subject: 'reader' }
const clientCounts = [1, 8]

let made = 0
function turn() {
  made += 1
  const id = `c-${made}`
  return [
    { role: 'user' as const, content: `Where is parcel ${made}? It should have come yesterday before noon.` },
    {
      role: 'assistant' as const,
      content: null,
      toolCalls: [{ id, name: 'parcel_find', arguments: { parcel: `${made}` } }],
    },
    { role: 'tool' as const, toolCallId: id, content: `{"parcel":"${made}","state":"in transit","depot":3}` },
    { role: 'assistant' as const, content: `Parcel ${made} is on its way and will arrive today before eight.` },
  ]
}

/** What (b) becomes for a program that keeps the scopes apart as ours does: four named statements, behind the policies. */
const walled = '(b2) bare pg behind the wall'

const title = (size: number) => `a thread of ${size.toLocaleString('en')} messages`

function readVariants(product: BenchProduct, threads: ReadonlyMap<number, BareThread>, size: number) {
  const thread = threads.get(size)
  if (!thread) throw new Error('no such thread')
  const { ctx, owner, application } = product
  const sessionId = `read-${size}`
  const body = JSON.stringify({ sessionId, scope })
  const service = async () => writeJson(await readMemory(ctx, { sessionId, scope }))
  return { thread, owner, application, service, http: () => product.call('memory.read', body) }
}

/** ms: a process that has served for a while runs compiled code, and that is what is measured. */
const WARM_UP_MS = 4_000

async function benchReads(product: BenchProduct, threads: ReadonlyMap<number, BareThread>): Promise<void> {
  const { thread: shortest, owner, application, service: call, http: request } = readVariants(product, threads, 50)
  for (const work of [() => walledRead(application, shortest), () => bareRead(owner, shortest), call, request]) {
    const until = performance.now() + WARM_UP_MS
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (performance.now() < until) await work()
      }),
    )
  }
  for (const clients of clientCounts) {
    for (const size of sizes) {
      const { thread, owner, application, service, http } = readVariants(product, threads, size)
      const joined = await product.bareServer(thread, (rows) => `{"messages":[${rows.map(({ raw }) => raw).join()}]}`)
      const parsed = await product.bareServer(thread, (rows) =>
        JSON.stringify({ messages: rows.map(({ raw }) => JSON.parse(raw)) }),
      )
      const a = { name: '(a) pgbench', rate: pgbench(product.ownerUrl, readScript(thread)) }
      const variants: Variant[] = [
        { name: '(b) bare pg', run: () => bareRead(owner, thread) },
        ...(hasPgbench() ? [a] : []),
        { name: walled, run: () => walledRead(application, thread) },
        { name: '(c) service', run: service },
        { name: '(c) service again', base: walled, run: service },
        { name: '(e) bare HTTP, parse and stringify', base: '(b) bare pg', run: () => parsed('{}') },
        { name: '(e2) bare HTTP, texts joined', base: '(b) bare pg', run: () => joined('{}') },
        { name: '(d) HTTP API', base: '(e) bare HTTP, parse and stringify', run: http },
        { name: '(d) HTTP API again', base: '(e2) bare HTTP, texts joined', run: http },
      ]
      await compare({ ...pace, title: `Read the last 20 of ${title(size)}`, clients, variants })
    }
    const variants = sizes.map((size, index): Variant => {
      const { service } = readVariants(product, threads, size)
      return { name: `(c) service, ${size.toLocaleString('en')}${index === 0 ? '' : ' messages'}`, run: service }
    })
    await compare({ ...pace, title: 'Read the last 20, by the length of the thread', clients, variants })
  }
}

async function benchAppends(product: BenchProduct): Promise<void> {
  const { ctx, owner, application } = product
  for (const [index, size] of sizes.entries()) {
    // Of the longest threads there is one for all clients; of the others each client has its own.
    const isShared = size > 10_000
    const own = isShared ? 1 : Math.max(...clientCounts)
    const make = (kind: string, digit: number) =>
      Promise.all(
        Array.from({ length: own }, (_, client) => {
          const uid = `00000000-0000-7000-8${digit}0${index}-00000000000${client}`
          return makeThread(owner, { scope, threadId: `${kind}-${size}-${client}`, uid, messages: size })
        }),
      )
    const [bare, forPgbench] = [await make('bare', 1), hasPgbench() ? await make('pgbench', 2) : []]
    await make('service', 3)
    await make('http', 4)
    // As the database does by itself within a minute.
    await owner.query('VACUUM ANALYZE')
    const input = (kind: string, client: number) => ({
      sessionId: `${kind}-${size}-${client % own}`,
      scope,
      messages: turn(),
      mode: 'append' as const,
      idempotencyKey: uuidv7(),
    })
    const first = forPgbench[0]
    const a = first && {
      name: '(a) pgbench',
      rate: pgbench(product.ownerUrl, appendScript(first, turn(), !isShared)),
    }
    const variants: Variant[] = [
      { name: '(b) bare pg', run: (client) => bareAppend(owner, bare[client % own] ?? bareFallback(), turn()) },
      ...(a ? [a] : []),
      { name: walled, run: (client) => walledAppend(application, bare[client % own] ?? bareFallback(), turn()) },
      { name: '(c) service', run: (client) => writeMemory(ctx, input('service', client)) },
      { name: '(c) service again', base: walled, run: (client) => writeMemory(ctx, input('service', client)) },
      { name: '(d) HTTP API', run: (client) => product.call('memory.write', JSON.stringify(input('http', client))) },
    ]
    for (const clients of clientCounts) {
      await compare({ ...pace, title: `Append a turn of four messages to ${title(size)}`, clients, variants })
    }
  }
}

function bareFallback(): never {
  throw new Error('no such thread')
}

async function profiles(product: BenchProduct, threads: ReadonlyMap<number, BareThread>): Promise<void> {
  const { service, http } = readVariants(product, threads, 50)
  const append = (way: (input: object) => Promise<unknown>, kind: string) => (client: number) =>
    way({ sessionId: `profile-${kind}-${client}`, scope, messages: turn(), mode: 'append', idempotencyKey: uuidv7() })
  const works: [string, (client: number) => Promise<unknown>][] = [
    ['(c) service, reads', service],
    ['(d) HTTP API, reads', http],
    // The service takes what the procedure's schema gives, and this is that.
    [
      '(c) service, appends',
      append((input) => writeMemory(product.ctx, input as Parameters<typeof writeMemory>[1]), 'c'),
    ],
    ['(d) HTTP API, appends', append((input) => product.call('memory.write', JSON.stringify(input)), 'd')],
  ]
  for (const [name, work] of works) {
    await profile(`${name}, 8 clients`, async () => {
      const until = performance.now() + 3_000
      await Promise.all(
        Array.from({ length: 8 }, async (_, client) => {
          while (performance.now() < until) await work(client)
        }),
      )
    })
  }
}

const product = await startProduct()
try {
  const threads = new Map<number, BareThread>()
  for (const [index, messages] of sizes.entries()) {
    const uid = `00000000-0000-7000-8000-00000000000${index}`
    threads.set(messages, await makeThread(product.owner, { scope, threadId: `read-${messages}`, uid, messages }))
  }
  await product.owner.query('VACUUM ANALYZE')
  if (options.only !== 'appends' && options.only !== 'profile') await benchReads(product, threads)
  if (options.only !== 'reads' && options.only !== 'profile') await benchAppends(product)
  if (options.profile || options.only === 'profile') await profiles(product, threads)
} finally {
  await product.stop()
}
