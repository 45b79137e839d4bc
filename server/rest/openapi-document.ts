import { procedureFacts } from '../api/call-procedure'
import { ERROR_CODES, ERROR_STATUS, type ErrorCode } from '../errors'
import { componentName } from './component-names'
import { COMPONENT_ROOT, componentSchemas, type JsonSchema } from './component-schemas'
import { REST_PREFIX, type Route } from './route'
import { ROUTES } from './routes'

export const DOCUMENT_PATH = `${REST_PREFIX}/openapi.json`

const ALWAYS: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
]

const ERROR_WORDS: Record<ErrorCode, string> = {
  INVALID_INPUT: 'The input is not what the operation takes.',
  UNAUTHENTICATED: 'No key, or one that is not valid.',
  FORBIDDEN: 'The key lacks the right, or does not cover the scope; whatever is there.',
  NOT_FOUND: 'Absent, deleted and foreign alike.',
  CONFLICT: 'It does not fit what is stored; nothing was changed.',
  TOO_LARGE: 'The body, or what was asked for, is too large.',
  RATE_LIMITED: 'Too much; `retry-after` says when to come again.',
  UNAVAILABLE: 'Not now; `retry-after` says when to come again.',
  INTERNAL: 'A fault on our side; the request id is in our log.',
}

const DESCRIPTION = `The memory of AI agents over plain HTTP: the same procedures as the SDK calls, with the same keys, rights and limits.

- Send a key as \`Authorization: Bearer loci_…\` and bodies as JSON in UTF-8, at most 1 MiB (32 MiB where messages are written or imported), nested at most 32 deep.
- A field that is not known is refused, except within messages.
- What Loci made (uids, ids of keys and jobs) may stand in an address. What you chose (thread ids, scopes, texts) stands in the body, so that no proxy writes it down; therefore lists and searches are POST.
- Every answer has an \`x-request-id\`; send one of your own (8 to 64 letters, digits, \`_\`, \`.\`, \`-\`) to find it in both logs.
- A message comes back as the very text that was sent.`

/** The OpenAPI 3.1 document: routes, their procedures' schemas, and words. The same for every caller. */
export function openApiDocument() {
  const schemas = componentSchemas()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Loci',
      version: '1.0.0',
      summary: 'Memory of AI agents',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: REST_PREFIX }],
    security: [{ key: [] }],
    tags: [...new Set(ROUTES.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'loci_…',
          description: 'An API key, made on the keys page or by `createKey`.',
        },
      },
      headers: {
        RequestId: { description: 'Of this very call, also in the log.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds.', schema: { type: 'integer' } },
      },
      responses: Object.fromEntries(ERROR_CODES.map((code) => [code, errorResponse(code)])),
      schemas: onlyReferred(schemas, paths),
    },
  }
}

/** Without the schemas that nothing refers to, such as an input that stands in a path as a whole. */
function onlyReferred(schemas: Record<string, JsonSchema>, paths: unknown): Record<string, JsonSchema> {
  const text = JSON.stringify([paths, schemas])
  const isReferred = (name: string) => name === 'Error' || text.includes(`"${COMPONENT_ROOT}${name}"`)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => isReferred(name)))
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>

function operation(route: Route, schemas: Record<string, JsonSchema>) {
  const { input, output, access } = procedureFacts(route.procedure)
  const outputName = componentName(output, 'output')
  if (outputName === undefined) throw new TypeError(`the answer of ${route.procedure} has no name`)
  const right = access.isPublic ? null : access.key
  const body = input && route.method !== 'GET' && route.method !== 'DELETE' ? bodySchema(route, schemas) : undefined
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: right === null ? route.description : `${route.description}\n\nNeeds the right \`${right}\`.`,
    ...parametersOf(route, schemas),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: body, ...(route.example ? { example: route.example } : {}) } },
          },
        }),
    responses: {
      200: {
        description: 'Done.',
        headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
        content: { 'application/json': { schema: { $ref: `${COMPONENT_ROOT}${outputName}` } } },
      },
      ...refusals(route, { hasBody: body !== undefined }),
    },
  }
}

function refusals({ errors = [] }: Route, { hasBody }: { hasBody: boolean }) {
  const codes = new Set([...ALWAYS, ...errors, ...(hasBody ? (['TOO_LARGE'] as const) : [])])
  const byStatus = [...codes].map((code) => [ERROR_STATUS[code], { $ref: `#/components/responses/${code}` }] as const)
  if (hasBody) byStatus.push([415, { $ref: '#/components/responses/INVALID_INPUT' }])
  return Object.fromEntries(byStatus)
}

function errorResponse(code: ErrorCode) {
  const isRetryable = code === 'RATE_LIMITED' || code === 'UNAVAILABLE'
  const retryAfterMs = isRetryable ? 1000 : null
  return {
    description: ERROR_WORDS[code],
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      ...(isRetryable ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } : {}),
    },
    content: {
      'application/json': {
        schema: { $ref: `${COMPONENT_ROOT}Error` },
        example: {
          code,
          message: ERROR_WORDS[code],
          retryable: isRetryable,
          requestId: '0190a000-0000-7000-8000-000000000001',
          retryAfterMs,
        },
      },
    },
  }
}

/** The names that stand in a route's path. */
export function pathFields({ path }: Route): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))
}

function inputFields(route: Route, schemas: Record<string, JsonSchema>): Record<string, unknown> {
  return { ...(schemas[inputName(route)]?.properties ?? {}) }
}

function inputName({ procedure }: Route): string {
  const { input } = procedureFacts(procedure)
  const name = input && componentName(input, 'input')
  if (name === undefined) throw new TypeError(`the input of ${procedure} has no name`)
  return name
}

function parametersOf(route: Route, schemas: Record<string, JsonSchema>) {
  const inPath = pathFields(route)
  const inQuery = Object.keys(route.query ?? {})
  if (inPath.length + inQuery.length === 0) return {}
  const fields = inputFields(route, schemas)
  const parameter = (name: string, where: 'path' | 'query') => {
    const { description, ...schema } = { ...(fields[name] as JsonSchema) }
    return { name, in: where, required: where === 'path', description, schema }
  }
  return {
    parameters: [...inPath.map((name) => parameter(name, 'path')), ...inQuery.map((name) => parameter(name, 'query'))],
  }
}

/** The input's schema; without what stands in the path, as a schema of its own, where something does. */
function bodySchema(route: Route, schemas: Record<string, JsonSchema>): JsonSchema | undefined {
  const name = inputName(route)
  const inPath = pathFields(route)
  if (inPath.length === 0) return { $ref: `${COMPONENT_ROOT}${name}` }
  const { description: _words, ...whole } = schemas[name] ?? {}
  // A uid in the path stands in place of the thread's id and scope.
  const named = new Set(inPath.includes('uid') ? [...inPath, 'threadId', 'scope'] : inPath)
  const properties = Object.fromEntries(
    Object.entries(inputFields(route, schemas)).filter(([field]) => !named.has(field)),
  )
  if (Object.keys(properties).length === 0) return undefined
  const own = `${route.operationId.charAt(0).toUpperCase()}${route.operationId.slice(1)}Input`
  schemas[own] = { ...whole, properties }
  return { $ref: `${COMPONENT_ROOT}${own}` }
}
