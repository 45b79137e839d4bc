import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createModels } from '../../../server/models/models'
import { embedPending } from '../../../server/services/recall/embed-pending'
import { type RecallParams, recallMessages } from '../../../server/services/recall/recall-messages'
import { callContext, keyOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, callerOn, freshScope, user } from '../../support/memory-caller'
import { type ModelEndpoint, modelEndpoint } from '../../support/model-endpoint'
import { ownerQuery } from '../../support/owner-query'
import { idsOf } from '../../support/scope-ids'
import { wordVector } from '../../support/word-vector'

let database: TestDatabase
let endpoint: ModelEndpoint
let context: ReturnType<typeof contextWith>
beforeAll(async () => {
  ;[database, endpoint] = await Promise.all([testDatabase(), modelEndpoint()])
  context = contextWith('vectors-1')
})
afterEach(async () => {
  endpoint.behave({ kind: 'embed', vector: wordVector })
  endpoint.requests.length = 0
  await ownerQuery(database, 'update thread set deleted_at = now()')
})
afterAll(async () => {
  await endpoint.close()
  await database.close()
})

function contextWith(embedding: string) {
  const models = createModels({ baseUrl: endpoint.baseUrl, apiKey: undefined, summary: undefined, embedding })
  return callContext(database, keyOf({ kind: 'all' }), models)
}

async function begin(threads: Record<string, string[]>) {
  endpoint.behave({ kind: 'embed', vector: wordVector })
  const scope = freshScope()
  const loci = callerOn(context)
  for (const [sessionId, contents] of Object.entries(threads)) {
    const messages = contents.map((content, index) => (index % 2 === 0 ? user(content) : assistant(content)))
    await loci.memory.write({ sessionId, scope, messages })
  }
  const ids = await idsOf(database, scope, Object.keys(threads)[0] ?? '')
  return {
    scope,
    loci,
    ids,
    ask: (query: string, more: Omit<Partial<RecallParams>, 'query'> = {}, from = context) =>
      recallMessages(from, { reach: 'thread', ...ids, query, topK: 10, ...more }),
    vectors: () =>
      ownerQuery<{ seq: number; model: string; dimensions: number; bytes: number }>(
        database,
        `select seq, model, dimensions, length(vector) as bytes from message_vector where tenant = $1 order by thread_uid, seq`,
        [scope.tenant],
      ),
    state: async () =>
      (
        await ownerQuery<{ model: string; through: number; failures: number; error: string | null; waits: boolean }>(
          database,
          `select model, through_seq as through, failures, error, retry_at > now() as waits from embedding where tenant = $1`,
          [scope.tenant],
        )
      )[0],
    /** As if the time had come. */
    due: () => ownerQuery(database, 'update embedding set retry_at = now() where tenant = $1', [scope.tenant]),
  }
}

const embedAll = (from = context) => embedPending(from, { batch: 100 })

describe('vectors of messages', () => {
  it('B130: long texts are cut for the vector only, blank ones get none, and everything is stored', async () => {
    const long = 'long text '.repeat(20_000)
    const { loci, scope, vectors, ask, state } = await begin({ s: [long, '', '   ', 'ok'] })
    expect(await embedAll()).toMatchObject({ threads: 1, embedded: 2, failed: 0 })
    expect((await vectors()).map(({ seq }) => seq)).toEqual([1, 4])
    const sent = endpoint.requests.flatMap(({ input }) => input)
    expect(sent.map((text) => text.length)).toEqual([5_000 - 1, 2])
    const { items } = await loci.messages.list({ threadId: 's', scope })
    expect(items.map(({ message }) => JSON.parse(JSON.stringify(message)).content)).toEqual([long, '', '   ', 'ok'])
    expect(await state()).toMatchObject({ model: 'vectors-1', through: 4, failures: 0, error: null })
    expect((await ask('long text', { threshold: 0.5 }))[0]?.seq).toBe(1)
    expect(await embedAll()).toMatchObject({ threads: 0, embedded: 0 })
  })

  it('B130: an embedding error never fails a write, and is tried again later and later', async () => {
    const { loci, scope, vectors, state, due } = await begin({ s: ['hello there', 'hi'] })
    endpoint.behave({ kind: 'status', status: 500 })
    expect(await embedAll()).toMatchObject({ threads: 1, embedded: 0, failed: 1, retryAfterMs: 15_000 })
    expect(await state()).toMatchObject({ through: 0, failures: 1, error: 'failed', waits: true })
    await loci.memory.write({ sessionId: 's', scope, mode: 'append', messages: [user('more')] })
    expect(await embedAll()).toMatchObject({ threads: 0 })
    await due()
    expect(await embedAll()).toMatchObject({ failed: 1, retryAfterMs: 30_000 })
    endpoint.behave({ kind: 'embed', vector: wordVector })
    await due()
    expect(await embedAll()).toMatchObject({ embedded: 3, failed: 0 })
    expect(await state()).toMatchObject({ through: 3, failures: 0, error: null })
    expect((await vectors()).map(({ seq, dimensions, bytes }) => [seq, dimensions, bytes])).toEqual(
      [1, 2, 3].map((seq) => [seq, 64, 256]),
    )
  })

  it('a text that the model does not take keeps no other from its vector', async () => {
    const { vectors, state } = await begin({ s: ['good', 'bad', 'fine', 'ok'] })
    endpoint.behave(
      { kind: 'status', status: 400 },
      { kind: 'embed', vector: wordVector },
      { kind: 'status', status: 400 },
      { kind: 'status', status: 413 },
      { kind: 'embed', vector: wordVector },
    )
    expect(await embedAll()).toMatchObject({ embedded: 3, failed: 0 })
    expect((await vectors()).map(({ seq }) => seq)).toEqual([1, 3, 4])
    expect(await state()).toMatchObject({ through: 4 })
  })

  it('of another model are not compared, and are made anew', async () => {
    const { vectors, ask, state } = await begin({ s: ['red apples', 'green pears'] })
    await embedAll()
    const other = contextWith('vectors-2')
    expect((await ask('apples', { threshold: 0.1 }, other)).map(({ seq }) => seq)).toEqual([1])
    await embedAll(other)
    expect(new Set((await vectors()).map(({ model }) => model))).toEqual(new Set(['vectors-2']))
    expect(await state()).toMatchObject({ model: 'vectors-2', through: 2 })
  })

  it('two processes at once make none twice', async () => {
    await begin({ a: ['one', 'two'], b: ['three', 'four'], c: ['five', 'six'] })
    const outcomes = await Promise.all([embedAll(), embedAll(contextWith('vectors-1'))])
    expect(outcomes.reduce((sum, { embedded }) => sum + embedded, 0)).toBe(6)
    expect(endpoint.requests.flatMap(({ input }) => input).sort()).toEqual([
      'five',
      'four',
      'one',
      'six',
      'three',
      'two',
    ])
  })

  it('go with their message, when it is redacted and when its thread is removed', async () => {
    const { scope, loci, vectors, ids } = await begin({ s: ['one', 'two'] })
    await embedAll()
    await loci.messages.redact({ threadId: 's', scope, seq: 1 })
    expect((await vectors()).map(({ seq }) => seq)).toEqual([2])
    await ownerQuery(database, 'update embedding set through_seq = 0 where tenant = $1', [scope.tenant])
    await embedAll()
    expect((await vectors()).map(({ seq }) => seq)).toEqual([2])
    await ownerQuery(database, 'delete from thread where uid = $1', [ids.threadUid])
    expect(await vectors()).toEqual([])
  })

  it('without an embedder nothing is made and nothing is asked', async () => {
    await begin({ s: ['one', 'two'] })
    const without = callContext(database, keyOf({ kind: 'all' }))
    expect(await embedAll(without)).toEqual({ threads: 0, embedded: 0, failed: 0, retryAfterMs: null })
    expect(endpoint.requests).toEqual([])
  })
})

describe('recall with an embedder', () => {
  const talk = [
    'the cat sleeps on the warm sofa',
    'yes',
    'invoice 4711 is overdue since march',
    'noted',
    'felines nap often',
  ]

  it('finds by meaning and by words, best first, and what both find before the rest', async () => {
    // Words of one meaning have one place.
    const meaning = (text: string) =>
      wordVector(text.replace(/felines?|cats?/g, 'cat').replace(/naps?|sleeps?/g, 'sleep'))
    const { ask } = await begin({ s: talk })
    endpoint.behave({ kind: 'embed', vector: meaning })
    await embedAll()
    const found = await ask('do cats nap', { threshold: 0.3 })
    expect(found.map(({ seq }) => seq).sort()).toEqual([1, 5])
    expect((await ask('invoice 4711'))[0]).toMatchObject({ seq: 3 })
    expect(await ask('do cats nap', { topK: 1 })).toHaveLength(1)
    expect(await ask('do cats nap', { threshold: 0.99 })).toEqual([])
    for (const { score } of await ask('cats and invoices')) {
      expect(score).toBeGreaterThan(0)
      expect(score).toBeLessThanOrEqual(1)
    }
  })

  it('S2: stays in its thread or its scope, with the roles that were asked for; the trash is gone', async () => {
    const { scope, loci, ids, ask } = await begin({ one: ['blue herons', 'blue herons'], two: ['blue herons', 'ok'] })
    await loci.memory.write({ sessionId: 'x', scope: { ...scope, subject: 'u2' }, messages: [user('blue herons')] })
    await embedAll()
    expect((await ask('herons')).map(({ seq }) => seq).sort()).toEqual([1, 2])
    expect(await ask('herons', { reach: 'subject' })).toHaveLength(3)
    expect((await ask('herons', { roles: ['assistant'] })).map(({ seq }) => seq)).toEqual([2])
    await loci.memory.clear({ sessionId: 'one', scope })
    expect((await ask('herons', { reach: 'subject' })).map(({ threadUid }) => threadUid)).not.toContain(ids.threadUid)
    expect(await ask('herons')).toEqual([])
  })

  it('goes by words alone while the endpoint is away', async () => {
    const { ask } = await begin({ s: talk })
    await embedAll()
    endpoint.behave({ kind: 'drop' })
    expect((await ask('overdue invoice'))[0]).toMatchObject({ seq: 3, score: 1 })
  })
})
