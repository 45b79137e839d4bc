import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../server/errors'
import { openApiDocument } from '../../server/rest/openapi-document'
import type { Route } from '../../server/rest/route'
import { ROUTES } from '../../server/rest/routes'
import { answerPointer, callRoute, documentChecker } from '../support/rest'
import { type TestServer, testServer } from '../support/server'

const document = openApiDocument()
const check = documentChecker(document)
const RUNS = process.env.LOCI_TEST_FULL ? 400 : 25
let server: TestServer
let key: string
beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '*',
    '\u0000',
    '\ud800',
    '__proto__',
    "'; drop table thread; --",
    'x'.repeat(5_000),
    '2026-13-45',
  ),
)
const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  oddText,
  fc.constantFrom(null, -1, 0, 1e308, 2 ** 53, 0.5, [], {}, [[]], { $ne: null }, true),
)

/** Any JSON, or the example with a field of it, or one more, replaced by any JSON. */
function bodies({ example = {} }: Route): fc.Arbitrary<unknown> {
  const names = [
    ...Object.keys(example),
    'scope',
    'uid',
    'threadId',
    'limit',
    'cursor',
    'tags',
    'nonsense',
    '__proto__',
  ]
  const changed = fc
    .tuple(fc.constantFrom(...names), oddValue)
    .map(([name, value]) => Object.fromEntries([...Object.entries(example), [name, value]]))
  return fc.oneof({ weight: 1, arbitrary: oddValue }, { weight: 3, arbitrary: changed })
}

describe('whatever is sent', () => {
  it.each(ROUTES.map((route) => [route.operationId, route] as const))(
    '%s answers what the document says, and never with a fault of ours',
    async (_, route) => {
      const takesBody = route.method === 'POST' || route.method === 'PATCH'
      const anyPath = fc.record({ uid: oddText, id: oddText })
      await fc.assert(
        fc.asyncProperty(bodies(route), anyPath, async (body, inPath) => {
          const sent = takesBody ? { body: JSON.stringify(body) } : {}
          const answer = await callRoute(server, route, { key, inPath: wellFormed(inPath), ...sent })
          expect(answer.status).toBeLessThan(500)
          if (answer.status >= 400) expect(ERROR_CODES).toContain(answer.code)
          // An empty field or a slash in the path is another address, which answers NOT_FOUND or 405.
          const pointer = answerPointer(document, route, answer.status)
          if (pointer === undefined) expect([404, 405]).toContain(answer.status)
          else expect(check(pointer, answer.body)).toEqual([])
          expect(answer.text).not.toMatch(/node_modules|\.ts:\d|select |insert /i)
        }),
        { numRuns: RUNS },
      )
    },
  )

  it('leaves what every object inherits as it is', () => {
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

/** What can stand in a URL at all. */
function wellFormed(inPath: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(inPath).map(([name, text]) => [name, text.toWellFormed().slice(0, 200)]))
}
