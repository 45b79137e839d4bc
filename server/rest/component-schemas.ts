import { z } from 'zod'
import { ERROR_CODES } from '../errors'
import { JsonValue, PassedMessage, PassedObject } from '../schemas/fields'
import { componentRegistry, type Direction } from './component-names'
import { COMPONENT_WORDS } from './component-words'
import { FIELD_WORDS } from './field-words'

/** JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  [keyword: string]: unknown
}

export const COMPONENT_ROOT = '#/components/schemas/'

/** What every refusal looks like under `/api/v1`. */
const errorSchema: JsonSchema = {
  type: 'object',
  description: COMPONENT_WORDS.Error,
  properties: {
    code: { type: 'string', enum: [...ERROR_CODES], description: 'One of a closed list; decide by it.' },
    message: { type: 'string', description: 'For people. Holds nothing that was sent or stored.' },
    retryable: { type: 'boolean', description: 'Whether the same call may succeed later without a change.' },
    requestId: { type: 'string', description: 'The same as in the header `x-request-id`, and in the log.' },
    retryAfterMs: { type: ['integer', 'null'], description: 'When a retry makes sense, in ms.' },
  },
  required: ['code', 'message', 'retryable', 'requestId', 'retryAfterMs'],
}

/**
 * All named schemas of the wire, described. An object in an answer says nothing of further fields: the wire only grows,
 * so a client that checks answers must let them pass.
 */
export function componentSchemas(): Record<string, JsonSchema> {
  return { ...write('output'), ...write('input'), Error: errorSchema }
}

function write(direction: Direction): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(componentRegistry(direction), {
    io: direction,
    uri: (id) => `${COMPONENT_ROOT}${id}`,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === JsonValue || zodSchema === PassedMessage) clear(jsonSchema)
      if (zodSchema === PassedObject) Object.assign(clear(jsonSchema), { type: 'object', additionalProperties: true })
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $id: _id, $schema: _dialect, ...rest } = tidy(schema, { name, direction })
      const description = COMPONENT_WORDS[name]
      return [name, description === undefined ? rest : { description, ...rest }]
    }),
  )
}

function clear(schema: object): object {
  for (const key of Object.keys(schema)) Reflect.deleteProperty(schema, key)
  return schema
}

/** The same schema without what says nothing to a reader, and with the words of its fields. */
function tidy(schema: object, place: { name: string; direction: Direction }): JsonSchema {
  const tidied: JsonSchema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    // A format says it shorter than zod's pattern; bounds of what a double can hold are none.
    if (keyword === 'pattern' && 'format' in schema) continue
    if (typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER) continue
    if (keyword === 'additionalProperties' && value === false && place.direction === 'output') continue
    tidied[keyword] = keyword === 'properties' ? tidyFields(value, place) : tidyValue(value, place)
  }
  const kind = kindOf(tidied)
  return kind === undefined ? tidied : { title: kind, ...tidied }
}

function tidyValue(value: unknown, place: { name: string; direction: Direction }): unknown {
  if (Array.isArray(value)) return value.map((element) => tidyValue(element, place))
  return typeof value === 'object' && value !== null ? tidy(value, place) : value
}

function tidyFields(fields: unknown, place: { name: string; direction: Direction }): JsonSchema {
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([field, schema]) => {
      const description = FIELD_WORDS[`${place.name}.${field}`] ?? FIELD_WORDS[field]
      return [field, { ...(description === undefined ? {} : { description }), ...tidy(schema, place) }]
    }),
  )
}

/** Of an alternative that a field tells from the others: what that field says. */
function kindOf({ properties }: JsonSchema): string | undefined {
  if (typeof properties !== 'object' || properties === null) return undefined
  for (const field of ['strategy', 'kind']) {
    const schema: unknown = Reflect.get(properties, field)
    if (typeof schema === 'object' && schema !== null && 'const' in schema) return String(schema.const)
  }
  return undefined
}
