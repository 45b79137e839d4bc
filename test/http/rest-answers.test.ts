import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../server/rest/openapi-document'
import type { Route } from '../../server/rest/route'
import { ROUTES } from '../../server/rest/routes'
import { answerPointer, callRoute, documentChecker, type RestInit } from '../support/rest'
import { type TestServer, testServer } from '../support/server'

const document = openApiDocument()
const check = documentChecker(document)
let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer({ limits: { badKeys: 10_000 } })
  key = await server.createKey()
})
afterAll(() => server.close())

const routeOf = (operationId: string): Route => {
  const route = ROUTES.find((each) => each.operationId === operationId)
  if (!route) throw new Error(`no operation ${operationId}`)
  return route
}

/** Calls an operation with the document's own example; what comes back has to be what the document says. */
async function tryOut(operationId: string, init: RestInit = {}) {
  const route = routeOf(operationId)
  const body = route.example === undefined ? {} : { body: route.example }
  const answer = await callRoute(server, route, { key, ...body, ...init })
  const pointer = answerPointer(document, route, answer.status)
  expect([operationId, answer.status, pointer]).toEqual([operationId, answer.status, expect.any(String)])
  expect([operationId, check(pointer ?? '', answer.body)]).toEqual([operationId, []])
  return answer
}

const expectDone = async (operationId: string, init: RestInit = {}) => {
  const answer = await tryOut(operationId, init)
  expect([operationId, answer.status, answer.text]).toEqual([operationId, 200, answer.text])
  // Every test reads what it asks for; the shape was checked above.
  return answer.body as Record<string, unknown>
}

describe("the document's examples, one after the other on a running server", () => {
  it('work, and all answers are what the document says', async () => {
    const tried = new Set<string>()
    const done = (operationId: string, init?: RestInit) => {
      tried.add(operationId)
      return expectDone(operationId, init)
    }
    await done('writeMemory')
    expect(await done('readMemory')).toMatchObject({ messages: { length: 4 } })
    const entries = await done('listEntries')
    expect(entries).toMatchObject({ items: { length: 1 } })
    const { uid } = await done('createThread')
    for (const name of ['listThreads', 'countThreads', 'getThread', 'updateThread']) await done(name)
    const inPath = { uid: String(uid) }
    await done('getThreadByUid', { inPath })
    await done('updateThreadByUid', { inPath })
    await done('listMessagesByUid', { inPath, search: '?limit=2' })
    expect(await done('deleteThread')).toEqual({ deleted: 1, uid })
    expect(await done('restoreThread')).toMatchObject({ uid })
    expect(await done('forkThread')).toMatchObject({ messages: 4, thread: { threadId: 'order-5531-again' } })
    expect(await done('getThreadLineage')).toMatchObject({ items: { length: 2 } })
    await done('listThreadSummaries')
    expect(await done('listMessages')).toMatchObject({ items: { length: 4 } })
    expect(await done('getMessageText')).toMatchObject({ seq: 1, text: expect.stringContaining('parcel') })
    expect(await done('findMessages')).toEqual({ seqs: expect.arrayContaining([1]), earlier: 0 })
    expect(await done('outlineThread')).toMatchObject({ items: [{ seq: 1 }], next: null })
    const [entry] = entries.items as { id: string }[]
    const given = { ...routeOf('getGivenMessages').example, entryId: entry?.id }
    expect(await done('getGivenMessages', { body: given })).toMatchObject({ entryId: entry?.id, read: null })
    expect(await done('appendMessages')).toMatchObject({ appended: 2 })
    expect(await done('addFeedback')).toMatchObject({ seq: 4, value: 1, source: 'widget' })
    expect(await done('listFeedback')).toMatchObject({ items: [{ comment: 'That helped', value: 1 }] })
    expect(await done('pinMessage')).toEqual({ seq: 1, pinned: true, pins: [1] })
    await done('getThreadWindow')
    await done('setThreadWindow')
    for (const name of ['previewWindow', 'getWindowImpact', 'replayReads']) await done(name)
    await done('redactMessage')
    await done('listMessages')
    expect(await done('searchMessages')).toMatchObject({ items: expect.any(Array) })
    for (const name of [
      'listAgents',
      'getAgent',
      'getEffectiveSettings',
      'setWindow',
      'restoreWindowVersion',
      'getAgent',
      'countTokens',
    ])
      await done(name)
    const { view } = await done('createKey')
    await done('listKeys')
    const keyPath = { id: String((view as { id: string }).id) }
    expect(await done('revokeKey', { inPath: keyPath })).toMatchObject({ revokedAt: expect.any(String) })
    await done('startImport')
    const { id } = await done('startExport')
    await done('getJob', { inPath: { id: String(id) } })
    await done('cancelJob', { inPath: { id: String(id) } })
    await done('clearMemory')
    expect(await done('deleteThreadByUid', { inPath })).toEqual({ deleted: 1, uid })

    // The window of the example shows no summaries.
    const refused = await tryOut('summarizeThread')
    tried.add('summarizeThread')
    expect([refused.status, refused.code]).toEqual([409, 'CONFLICT'])
    // No model endpoint is configured.
    const untried = await tryOut('trySummary')
    tried.add('trySummary')
    expect([untried.status, untried.code]).toEqual([409, 'CONFLICT'])
    expect([...tried].sort()).toEqual(ROUTES.map(({ operationId }) => operationId).sort())
  })

  it('are refused as the document says', async () => {
    for (const { operationId, path } of ROUTES) {
      const inPath = { uid: '0190a000-0000-7000-8000-00000000dead', id: '0190a000-0000-7000-8000-00000000dead' }
      expect((await tryOut(operationId, { inPath, key: 'not a key' })).code).toBe('UNAUTHENTICATED')
      if (path.includes('{')) {
        const { code, body } = await tryOut(operationId, { inPath })
        if (code === undefined) expect(body).toEqual({ deleted: 0, uid: null })
        else expect(code).toBe('NOT_FOUND')
      }
      const wrong = await tryOut(operationId, { inPath, search: '?nonsense=1' })
      expect([operationId, wrong.code]).toEqual([operationId, 'INVALID_INPUT'])
    }
  })
})

describe('the checks', () => {
  it('see an answer that is not what the document says', () => {
    expect(check('#/components/schemas/DeleteThreadOutput', { deleted: 2, uid: null })).not.toEqual([])
    expect(check('#/components/schemas/Error', { code: 'NOT_FOUND' })).not.toEqual([])
  })
})
