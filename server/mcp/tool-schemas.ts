import { procedureFacts } from '../api/call-procedure'
import { componentName, type Direction } from '../rest/component-names'
import { COMPONENT_ROOT, componentSchemas, type JsonSchema } from '../rest/component-schemas'
import type { Tool } from './tools'

/** The root of a tool's schema is an object. */
export interface ObjectSchema extends JsonSchema {
  type: 'object'
}

export interface ToolSchemas {
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
}

/** The same schemas as in the OpenAPI document, each whole by itself: many clients follow no references. */
export function toolSchemas({ procedure }: Tool): ToolSchemas {
  const { input, output } = procedureFacts(procedure)
  const schemas = componentSchemas()
  const whole = (schema: typeof output | undefined, direction: Direction): ObjectSchema => {
    const name = schema && componentName(schema, direction)
    const inlined = inline({ $ref: `${COMPONENT_ROOT}${name}` }, schemas)
    if (typeof inlined !== 'object' || inlined === null) throw new TypeError(`${procedure} has no named ${direction}`)
    return { ...inlined, type: 'object' }
  }
  return { inputSchema: whole(input, 'input'), outputSchema: whole(output, 'output') }
}

/** References replaced by what they name; none of ours leads back to itself. */
function inline(value: unknown, schemas: Record<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((element) => inline(element, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = { ...value } as JsonSchema
  const own = Object.fromEntries(Object.entries(rest).map(([keyword, inner]) => [keyword, inline(inner, schemas)]))
  if (typeof $ref !== 'string') return own
  const named = schemas[$ref.slice(COMPONENT_ROOT.length)]
  if (!named) throw new TypeError(`no schema at ${$ref}`)
  return Object.assign(inline(named, schemas) ?? {}, own)
}
