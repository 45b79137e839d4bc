import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type OpenApiDocument, openApiDocument } from '../../server/rest/openapi-document'
import type { Route } from '../../server/rest/route'
import { type CallInit, send } from './call'
import type { TestServer } from './server'

export interface RestAnswer {
  status: number
  headers: Headers
  text: string
  body: unknown
  /** Of a refused call. */
  code: string | undefined
}

export interface RestInit extends CallInit {
  /** What stands in the path: `{ uid }`. */
  inPath?: Readonly<Record<string, string>>
  /** With its question mark. */
  search?: string
}

/** One request to an operation of /api/v1, as a program would send it. */
export async function callRoute(
  server: Pick<TestServer, 'url'>,
  { method, path }: Pick<Route, 'method' | 'path'>,
  { inPath = {}, search = '', ...init }: RestInit = {},
): Promise<RestAnswer> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''))
  const { status, headers, text } = await send(server, `/api/v1${filled}${search}`, { method, ...init })
  const body: unknown = JSON.parse(text)
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return { status, headers, text, body, code: status >= 400 && typeof code === 'string' ? code : undefined }
}

/** Posts to an address below /api/v1. */
export function post(server: Pick<TestServer, 'url'>, path: string, init: CallInit = {}): Promise<RestAnswer> {
  return callRoute(server, { method: 'POST', path }, { body: {}, ...init })
}

/** Says whether a value is what the document calls by that name; problems, none when it is. */
export function documentChecker(document: OpenApiDocument = openApiDocument()) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  return (pointer: string, value: unknown): string[] => {
    const check = ajv.getSchema(`document${pointer}`)
    if (!check) throw new Error(`no schema at ${pointer}`)
    check(value)
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

interface Response {
  content?: { 'application/json': { schema: { $ref: string } } }
  $ref?: string
}

/** Where the document describes the answer of an operation with this status; undefined where it names no such answer. */
export function answerPointer(document: OpenApiDocument, route: Route, status: number): string | undefined {
  // The document's type knows its paths by no name.
  const operation = document.paths[route.path]?.[route.method.toLowerCase()] as
    | { responses: Record<string, Response> }
    | undefined
  const response = operation?.responses[status]
  if (response?.$ref !== undefined) return '#/components/schemas/Error'
  return response?.content?.['application/json'].schema.$ref
}
