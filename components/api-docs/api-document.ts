import { z } from 'zod'

/** What the page shows of a JSON schema. */
export interface SchemaNode {
  $ref?: string | undefined
  title?: string | undefined
  description?: string | undefined
  type?: string | string[] | undefined
  format?: string | undefined
  enum?: unknown[] | undefined
  const?: unknown
  default?: unknown
  minimum?: number | undefined
  maximum?: number | undefined
  properties?: Record<string, SchemaNode> | undefined
  required?: string[] | undefined
  /** False where `prefixItems` says it all. */
  items?: SchemaNode | boolean | undefined
  prefixItems?: SchemaNode[] | undefined
  anyOf?: SchemaNode[] | undefined
  oneOf?: SchemaNode[] | undefined
  additionalProperties?: SchemaNode | boolean | undefined
}

const SchemaNode: z.ZodType<SchemaNode> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    properties: z.record(z.string(), SchemaNode).optional(),
    required: z.array(z.string()).optional(),
    items: z.union([z.boolean(), SchemaNode]).optional(),
    prefixItems: z.array(SchemaNode).optional(),
    anyOf: z.array(SchemaNode).optional(),
    oneOf: z.array(SchemaNode).optional(),
    additionalProperties: z.union([z.boolean(), SchemaNode]).optional(),
  }),
)

const Content = z.object({
  'application/json': z.object({ schema: SchemaNode, example: z.record(z.string(), z.unknown()).optional() }),
})

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: SchemaNode,
})
export type Parameter = z.infer<typeof Parameter>

const Operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ $ref: z.string().optional(), content: Content.optional() })),
})

const ApiDocument = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })).min(1),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({
    schemas: z.record(z.string(), SchemaNode),
    responses: z.record(z.string(), z.object({ description: z.string() })),
  }),
})
export type ApiDocument = z.infer<typeof ApiDocument>

export interface ApiOperation {
  id: string
  method: string
  /** With the server's prefix: `/api/v1/memory/read`. */
  path: string
  tag: string
  summary: string
  description: string
  parameters: readonly Parameter[]
  body: SchemaNode | undefined
  example: Record<string, unknown> | undefined
  answer: SchemaNode | undefined
  refusals: readonly { status: string; code: string; words: string }[]
}

/** Where the document is served. */
export const DOCUMENT_ADDRESS = '/api/v1/openapi.json'

/** @throws when the server does not answer it, or it is none */
export async function loadApiDocument(signal: AbortSignal): Promise<ApiDocument> {
  const response = await fetch(DOCUMENT_ADDRESS, { signal })
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return ApiDocument.parse(await response.json())
}

/** All operations, in the order of the document. */
export function operationsOf({ servers, paths, components }: ApiDocument): ApiOperation[] {
  const prefix = servers[0]?.url ?? ''
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): ApiOperation => {
      const sent = operation.requestBody?.content['application/json']
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path: `${prefix}${path}`,
        tag: operation.tags[0] ?? '',
        summary: operation.summary,
        description: operation.description,
        parameters: operation.parameters,
        body: sent?.schema,
        example: sent?.example,
        answer: operation.responses['200']?.content?.['application/json'].schema,
        refusals: Object.entries(operation.responses).flatMap(([status, { $ref }]) => {
          const code = $ref?.split('/').at(-1)
          return code === undefined ? [] : [{ status, code, words: components.responses[code]?.description ?? '' }]
        }),
      }
    }),
  )
}

/** Those that hold every word of a search, in their names, addresses or descriptions. */
export function findOperations(operations: readonly ApiOperation[], search: string): ApiOperation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ id, method, path, tag, summary, description }) => {
    const text = [id, method, path, tag, summary, description].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
