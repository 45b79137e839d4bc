import type { z } from 'zod'
import type { Window } from './window-config'
import { WINDOW_SCHEMAS } from './window-schema'

export type WindowStrategy = Window['strategy']

/** One field of a strategy, as the schema of windows has it (W1). */
export interface WindowField {
  /** The name on the wire. */
  readonly name: string
  readonly kind: 'whole' | 'share' | 'text' | 'choice' | 'parts'
  /** Of a number: least and most; of a text: characters; of parts: how many. */
  readonly min: number
  readonly max: number
  /** What holds where the field is absent; undefined: nothing does. */
  readonly whenAbsent: number | string | undefined
  readonly choices: readonly string[]
  readonly description: string
}

/** All fields of a strategy but its name, in the order of the schema. `off` has none. */
export function windowFields(strategy: WindowStrategy): readonly WindowField[] {
  return fieldsByStrategy[strategy]
}

function fieldOf(name: string, schema: z.ZodType): WindowField {
  const { inner, whenAbsent } = unwrapped(schema)
  const base = { name, whenAbsent, choices: [], description: schema.description ?? '' }
  switch (inner.def.type) {
    case 'number': {
      const { minValue, maxValue, isInt } = inner as z.ZodNumber
      return { ...base, kind: isInt ? 'whole' : 'share', min: minValue ?? 0, max: maxValue ?? 1 }
    }
    case 'string': {
      const { minLength, maxLength } = inner as z.ZodString
      return { ...base, kind: 'text', min: minLength ?? 0, max: maxLength ?? Number.MAX_SAFE_INTEGER }
    }
    case 'enum':
      return { ...base, kind: 'choice', min: 0, max: 0, choices: (inner as z.ZodEnum).options.map(String) }
    case 'literal':
      return { ...base, kind: 'choice', min: 0, max: 0, choices: [...(inner as z.ZodLiteral).values].map(String) }
    default:
      return { ...base, kind: 'parts', min: 1, max: 8 }
  }
}

/** Without `optional` and `default`, which stand around a field in any order. */
function unwrapped(schema: z.ZodType): { inner: z.ZodType; whenAbsent: number | string | undefined } {
  let inner = schema
  let whenAbsent: number | string | undefined
  while (inner.def.type === 'optional' || inner.def.type === 'default') {
    const wrapper = inner as z.ZodOptional<z.ZodType> | z.ZodDefault<z.ZodType>
    if (wrapper.def.type === 'default') whenAbsent = wrapper.def.defaultValue as number | string
    inner = wrapper.unwrap()
  }
  return { inner, whenAbsent }
}

function fieldsOf(strategy: WindowStrategy): readonly WindowField[] {
  return Object.entries<z.ZodType>(WINDOW_SCHEMAS[strategy].shape).flatMap(([name, schema]) =>
    name === 'strategy' ? [] : [fieldOf(name, schema)],
  )
}

const fieldsByStrategy: Record<WindowStrategy, readonly WindowField[]> = {
  off: fieldsOf('off'),
  buffer: fieldsOf('buffer'),
  'sliding-window': fieldsOf('sliding-window'),
  summarizing: fieldsOf('summarizing'),
  vector: fieldsOf('vector'),
  composite: fieldsOf('composite'),
}
