import type { AuditEventView } from '@/server/schemas/audit'

/** One thing that is known of a line: a value, or what it was and became. */
export type DetailRow = { label: string; value: string } | { label: string; before: string; after: string }

type Json = AuditEventView['details'][string]
type Fields = { readonly [name: string]: Json }

/** Details as rows; `before` and `after` are laid beside each other, field by field, those that differ alone. */
export function detailRows(details: AuditEventView['details']): DetailRow[] {
  const { before, after, ...others } = details
  const rows: DetailRow[] = Object.entries(others).map(([name, value]) => ({
    label: labelOf(name),
    value: wordsOf(value),
  }))
  if (before === undefined && after === undefined) return rows
  const [old, now] = [flat(before ?? null), flat(after ?? null)]
  const changes = [...new Set([...old.keys(), ...now.keys()])]
    .map((label) => ({ label, before: old.get(label) ?? 'not set', after: now.get(label) ?? 'not set' }))
    .filter((row) => row.before !== row.after)
  return [...changes, ...rows]
}

/** Each field of a value by its path, in words. */
function flat(value: Json, path = ''): Map<string, string> {
  if (!isFields(value)) return value === null && path === '' ? new Map() : new Map([[labelOf(path), wordsOf(value)]])
  return new Map(
    Object.entries(value).flatMap(([name, one]) => [...flat(one, path === '' ? name : `${path}, ${name}`)]),
  )
}

function isFields(value: Json): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function labelOf(path: string): string {
  const words = path.replace(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`)
  return words === '' ? 'Value' : words.charAt(0).toUpperCase() + words.slice(1)
}

function wordsOf(value: Json): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(wordsOf).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
