import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startEmbeddings } from '../../server/jobs/embeddings'
import { startSearchUpkeep } from '../../server/jobs/search-upkeep'
import { createModels } from '../../server/models/models'
import { mergeSearchIndex } from '../../server/store/search'
import { callContext, keyOf, noModels } from '../support/call-context'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, freshScope, user } from '../support/memory-caller'
import { type ModelEndpoint, modelEndpoint } from '../support/model-endpoint'
import { ownerQuery } from '../support/owner-query'
import { searcherOn } from '../support/search-caller'
import { wordVector } from '../support/word-vector'

let database: TestDatabase
let endpoint: ModelEndpoint
beforeAll(async () => {
  ;[database, endpoint] = await Promise.all([testDatabase(), modelEndpoint()])
  endpoint.behave({ kind: 'embed', vector: wordVector })
})
afterAll(async () => {
  await endpoint.close()
  await database.close()
})

describe('what a process does in the background', () => {
  it('gives messages their vectors as long as there is an embedder, and ends when it is told', async () => {
    const models = createModels({ baseUrl: endpoint.baseUrl, apiKey: undefined, summary: undefined, embedding: 'v' })
    const context = callContext(database, keyOf({ kind: 'all' }), models)
    const scope = freshScope()
    const write = (...contents: string[]) =>
      callerOn(context).memory.write({
        sessionId: 's',
        scope,
        mode: 'append',
        messages: contents.map((text) => user(text)),
      })
    const vectors = async () =>
      (await ownerQuery(database, 'select seq from message_vector where tenant = $1', [scope.tenant])).length
    await write('before')
    const embeddings = startEmbeddings(context)
    await vi.waitFor(async () => expect(await vectors()).toBe(1), { timeout: 15_000 })
    await write('after', 'that')
    await vi.waitFor(async () => expect(await vectors()).toBe(3), { timeout: 15_000 })
    await embeddings.stop()
    await embeddings.stop()
    const idle = startEmbeddings(callContext(database, keyOf({ kind: 'all' }), noModels))
    await idle.stop()
  })

  it('merges the text index, with the rights that the application has; nothing is lost by it', async () => {
    const context = callContext(database, keyOf({ kind: 'all' }))
    const scope = freshScope()
    await callerOn(context).memory.write({ sessionId: 's', scope, messages: [user('a needle'), assistant('ok')] })
    const found = async () => (await searcherOn(context).search.messages({ scope, query: 'needle' })).items.length
    expect(await found()).toBe(1)
    await mergeSearchIndex(database.pools.background)
    expect(await found()).toBe(1)
    await startSearchUpkeep(context).stop()
  })
})
