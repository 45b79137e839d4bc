import { describe, expect, it, vi } from 'vitest'
import { findOperations, loadApiDocument, operationsOf } from '../../../components/api-docs/api-document'
import { operationSnippets } from '../../../components/api-docs/operation-snippets'
import { fieldsOf, typeWords } from '../../../components/api-docs/schema-words'
import { openApiDocument } from '../../../server/rest/openapi-document'

const served = JSON.stringify(openApiDocument())
async function load() {
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(served))
  return loadApiDocument(new AbortController().signal)
}

describe('the document, as the page reads it', () => {
  it('has every operation with its address, fields, answer and refusals', async () => {
    const document = await load()
    const operations = operationsOf(document)
    const write = operations.find(({ id }) => id === 'writeMemory')
    expect(write).toMatchObject({ method: 'POST', path: '/api/v1/memory/write', tag: 'Memory' })
    expect(write?.refusals).toContainEqual(expect.objectContaining({ status: '409', code: 'CONFLICT' }))
    const [first, ...more] = fieldsOf(write?.body ?? {}, document.components.schemas)
    expect(first).toMatchObject({ name: 'messages', type: 'array of Message', isRequired: true })
    expect(first?.forms[0]?.node.properties).toHaveProperty('role')
    expect(more.find(({ name }) => name === 'mode')?.type).toBe('"reconcile" or "append"')
    for (const { id, answer } of operations) {
      expect([id, fieldsOf(answer ?? {}, document.components.schemas).length > 0]).toEqual([id, true])
    }
  })

  it('is refused when the server has none', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('{}', { status: 503 }))
    await expect(loadApiDocument(new AbortController().signal)).rejects.toThrow('503')
  })

  it('finds operations by all words of a search', async () => {
    const operations = operationsOf(await load())
    expect(findOperations(operations, 'fork').map(({ id }) => id)).toContain('forkThread')
    expect(findOperations(operations, 'DELETE uid').map(({ id }) => id)).toContain('deleteThreadByUid')
    expect(findOperations(operations, 'fork nonsense')).toEqual([])
    expect(findOperations(operations, ' ')).toHaveLength(operations.length)
  })
})

describe('the words of a type', () => {
  it('say what a value may be', () => {
    expect(typeWords({ type: 'integer', minimum: 1, maximum: 10_000 })).toBe('integer, 1 to 10,000')
    expect(typeWords({ anyOf: [{ $ref: '#/components/schemas/Thread' }, { type: 'null' }] })).toBe('Thread or null')
    expect(typeWords({ type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }] })).toBe(
      '[integer, integer]',
    )
    expect(typeWords({ type: ['string', 'null'] })).toBe('string or null')
    expect(typeWords({})).toBe('any JSON')
  })
})

describe('code to paste', () => {
  const origin = 'http://127.0.0.1:3000'
  const example = { text: "it's", flag: true, none: null, list: [1, { a: 'b' }], empty: {} }

  it('calls with the key of the environment, in three languages', () => {
    const [curl, typescript, python] = operationSnippets({ method: 'POST', path: '/api/v1/x', example }, origin)
    expect(curl?.code).toContain(`curl ${origin}/api/v1/x`)
    expect(curl?.code).toContain(`"text": "it'\\''s"`)
    expect(typescript?.code).toContain("method: 'POST'")
    expect(python?.code).toContain('"flag": True,')
    expect(python?.code).toContain('"none": None,')
    expect(python?.code).toContain('"empty": {},')
  })

  it('has an id where the address asks for one, and no body where none is sent', () => {
    const snippets = operationSnippets({ method: 'DELETE', path: '/api/v1/threads/{uid}', example: undefined }, origin)
    for (const { code } of snippets) {
      expect(code).toContain('/threads/0190a000-0000-7000-8000-000000000001')
      expect(code).not.toContain('content-type')
      expect(code).toContain('DELETE')
    }
  })
})
