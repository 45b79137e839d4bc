import type { BetterAgentStorage, StoreListQuery, StoreValue } from './storage'

/**
 * A storage in this process, for development and tests. Records are copied in and out. With `maxRecords` a table that
 * grows beyond it loses its oldest records.
 */
export function createInMemoryStorage({ maxRecords = Infinity } = {}): BetterAgentStorage {
  const tables = new Map<string, Map<string, unknown>>()
  const tableOf = (name: string) => {
    const table = tables.get(name) ?? new Map<string, unknown>()
    tables.set(name, table)
    return table
  }
  return {
    // A storage is asked for the type that was stored under the id; only its caller knows it.
    get: <T>(table: string, id: string) => structuredClone(tableOf(table).get(id)) as T | undefined,
    set: (name, id, value) => {
      const table = tableOf(name)
      table.set(id, structuredClone(value))
      const [oldest] = table.size > maxRecords ? table.keys() : []
      if (oldest !== undefined) table.delete(oldest)
    },
    delete: (table, id) => {
      tableOf(table).delete(id)
    },
    list: <T>(table: string, query: StoreListQuery = {}) => {
      const found = [...tableOf(table).values()].filter((record) => matches(record, query.where ?? {}))
      const sorted = found.toSorted((left, right) => compareRecords(left, right, query.orderBy ?? {}))
      return { items: structuredClone(sorted.slice(0, query.take)) as T[] }
    },
  }
}

function fieldOf(record: unknown, field: string): StoreValue | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const value: unknown = Reflect.get(record, field)
  const isValue = value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isValue ? value : undefined
}

function matches(record: unknown, where: Record<string, StoreValue>): boolean {
  return Object.entries(where).every(([field, expected]) => (fieldOf(record, field) ?? null) === expected)
}

function compareRecords(left: unknown, right: unknown, orderBy: Record<string, 'asc' | 'desc'>): number {
  for (const [field, direction] of Object.entries(orderBy)) {
    const order = compareValues(fieldOf(left, field), fieldOf(right, field))
    if (order !== 0) return direction === 'asc' ? order : -order
  }
  return 0
}

/** What is absent stands last when ascending. */
function compareValues(left: StoreValue | undefined, right: StoreValue | undefined): number {
  if (left === right) return 0
  if (left === undefined || left === null) return 1
  if (right === undefined || right === null) return -1
  return left < right ? -1 : 1
}
