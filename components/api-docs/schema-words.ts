import type { SchemaNode } from './api-document'

const ROOT = '#/components/schemas/'

export interface FieldView {
  name: string
  type: string
  isRequired: boolean
  description: string | undefined
  /** What it is made of, one list of fields for each form that it may have; none for plain values. */
  forms: readonly FieldForm[]
}

export interface FieldForm {
  /** Of one form among several. */
  title: string | undefined
  node: SchemaNode
}

type Schemas = Readonly<Record<string, SchemaNode>>

function resolve(node: SchemaNode, schemas: Schemas): SchemaNode {
  return node.$ref === undefined ? node : (schemas[nameOf(node.$ref)] ?? {})
}

function nameOf(ref: string): string {
  return ref.slice(ROOT.length)
}

/** The fields of an object, required ones first. */
export function fieldsOf(node: SchemaNode, schemas: Schemas): FieldView[] {
  const { properties = {}, required = [] } = resolve(node, schemas)
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeWords(schema),
    isRequired: required.includes(name),
    description: schema.description ?? resolve(schema, schemas).description,
    forms: formsOf(schema, schemas),
  }))
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)]
}

/** What a value with fields may look like, through lists and alternatives. */
export function formsOf(node: SchemaNode, schemas: Schemas): FieldForm[] {
  const known = resolve(node, schemas)
  if (known.properties) {
    const title = known.title ?? (node.$ref === undefined ? undefined : nameOf(node.$ref))
    return Object.keys(known.properties).length > 0 ? [{ title, node: known }] : []
  }
  const inner = [
    ...(known.anyOf ?? []),
    ...(known.oneOf ?? []),
    ...(typeof known.items === 'object' ? [known.items] : []),
  ]
  return inner.flatMap((each) => formsOf(each, schemas))
}

/** A type in a few words: `array of Message`, `integer, 1 to 200`, `"asc" or "desc"`. */
export function typeWords(node: SchemaNode): string {
  if (node.$ref !== undefined) return nameOf(node.$ref)
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(' or ')
  const forms = node.anyOf ?? node.oneOf
  if (forms) return [...new Set(forms.map(typeWords))].join(' or ')
  if (node.prefixItems) return `[${node.prefixItems.map(typeWords).join(', ')}]`
  if (node.type === 'array') return `array of ${typeof node.items === 'object' ? typeWords(node.items) : 'anything'}`
  const type = [node.type ?? 'any JSON'].flat().join(' or ')
  return [type, node.format, rangeWords(node)].filter(Boolean).join(', ')
}

function rangeWords({ minimum, maximum }: SchemaNode): string | undefined {
  if (minimum !== undefined && maximum !== undefined) return `${figure(minimum)} to ${figure(maximum)}`
  if (minimum !== undefined) return `at least ${figure(minimum)}`
  return maximum === undefined ? undefined : `at most ${figure(maximum)}`
}

function figure(value: number): string {
  return value.toLocaleString('en')
}
