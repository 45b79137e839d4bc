import { Validator } from '@seriousme/openapi-schema-validator'
import type { AnyTRPCProcedure } from '@trpc/server'
import { describe, expect, it } from 'vitest'
import { procedureFacts, procedureType } from '../../server/api/call-procedure'
import { appRouter } from '../../server/api/root'
import { componentName } from '../../server/rest/component-names'
import { openApiDocument } from '../../server/rest/openapi-document'
import { LEFT_OUT, ROUTES } from '../../server/rest/routes'
import { documentChecker } from '../support/rest'

// tRPC keeps this record flat, by path.
const procedures = Object.keys(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>)
const document = openApiDocument()

describe('the routes', () => {
  it('are there for every procedure, or a reason why not', () => {
    const routed = new Set(ROUTES.map(({ procedure }) => procedure))
    const leftOut = Object.keys(LEFT_OUT)
    expect(procedures.filter((name) => !routed.has(name)).sort()).toEqual(leftOut.sort())
    expect([...routed].filter((name) => !procedures.includes(name))).toEqual([])
    for (const reason of Object.values(LEFT_OUT)) expect(reason.length).toBeGreaterThan(10)
  })

  it('have names of their own, and change nothing by GET', () => {
    const names = ROUTES.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    const addresses = ROUTES.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const { method, procedure } of ROUTES) if (method === 'GET') expect(procedureType(procedure)).toBe('query')
  })

  it('have nothing in their addresses that a caller chose', () => {
    for (const { path, query = {} } of ROUTES) {
      for (const [, field] of path.matchAll(/\{(\w+)\}/g)) expect(['uid', 'id']).toContain(field)
      for (const kind of Object.values(query)) expect(['integer', 'boolean']).toContain(kind)
    }
  })
})

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    // The validator works on the object that it is given.
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)))
    expect(errors).toBeUndefined()
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  it('is refused by the validator when it is not valid', async () => {
    const broken = JSON.parse(JSON.stringify(document))
    broken.paths['/memory/read'].post.responses = {}
    broken.components.securitySchemes.key.type = 'password'
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  it('names the schemas of each operation, and refers to none that is absent', () => {
    for (const { procedure } of ROUTES) {
      const { input, output } = procedureFacts(procedure)
      expect([procedure, componentName(output, 'output')]).toEqual([procedure, expect.any(String)])
      if (input) expect([procedure, componentName(input, 'input')]).toEqual([procedure, expect.any(String)])
    }
    const named = Object.keys(document.components.schemas)
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(named).toContain(name)
    }
    expect(JSON.stringify(document)).not.toMatch(/__shared|\$defs/)
  })

  it('says of every field what it is', () => {
    const silent: string[] = []
    const look = (value: unknown, name: string) => {
      if (typeof value !== 'object' || value === null) return
      for (const [keyword, inner] of Object.entries(value)) {
        if (keyword === 'properties') {
          for (const [field, schema] of Object.entries(inner)) {
            if (!(schema as { description?: string }).description) silent.push(`${name}.${field}`)
          }
        }
        look(inner, name)
      }
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name)
    expect(silent).toEqual([])
  })

  it('leaves nothing open but what is any JSON', () => {
    const open: string[] = []
    const look = (value: unknown, place: string) => {
      if (typeof value !== 'object' || value === null) return
      for (const [keyword, inner] of Object.entries(value)) {
        const isSchema = keyword === 'items' || /(anyOf|oneOf|properties)$/.test(place)
        const { description: _words, ...said } = isSchema && typeof inner === 'object' ? inner : { kept: true }
        if (Object.keys(said).length === 0) open.push(`${place}/${keyword}`)
        look(inner, `${place}/${keyword}`)
      }
    }
    look(document.components.schemas, '')
    expect(open).toEqual([])
  })

  it('has examples that fit', () => {
    const check = documentChecker(document)
    for (const { path, method, example } of ROUTES) {
      if (!example) continue
      // The document's type knows its paths by no name.
      const operation = document.paths[path]?.[method.toLowerCase()] as {
        requestBody: { content: { 'application/json': { schema: { $ref: string } } } }
      }
      const { $ref } = operation.requestBody.content['application/json'].schema
      expect([path, check($ref, example)]).toEqual([path, []])
    }
  })

  it('asks for a key, and says which right it needs', () => {
    expect(document.security).toEqual([{ key: [] }])
    expect(document.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(document.paths['/memory/write']).toMatchObject({
      post: { description: expect.stringContaining('Needs the right `write`.') },
    })
  })
})
