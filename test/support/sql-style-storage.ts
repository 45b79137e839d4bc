import type { BetterAgentStorage, StoreListQuery, StoreListResult, StoreValue } from '../../memory/better-agent/storage'

type Row = Record<string, unknown> & { id: string }
type Operation = 'get' | 'set' | 'delete' | 'list'

export interface SqlStyleStorage extends BetterAgentStorage {
  /** All calls so far, with what they handed out or took. */
  readonly calls: { operation: Operation; table: string; rows: number }[]
  /** From now on fails where this says so; before the change, or after it with `after`. */
  failWhen(
    fails: (call: { operation: Operation; table: string; count: number }) => boolean,
    when?: 'before' | 'after',
  ): void
  rows(table: string): Row[]
}

/**
 * A storage in the style of an adapter over a database: known columns and the rest as one JSON document, times as dates,
 * nulls for what is absent, a foreign key from messages to threads, rows without an order of their own, and time passing.
 */
export function sqlStyleStorage(): SqlStyleStorage {
  const tables = new Map<string, Map<string, Row>>([
    ['memoryThreads', new Map()],
    ['memoryMessages', new Map()],
  ])
  const calls: SqlStyleStorage['calls'] = []
  let fails: Parameters<SqlStyleStorage['failWhen']>[0] = () => false
  let failing: 'before' | 'after' = 'before'
  let count = 0

  async function run<T>(operation: Operation, table: string, work: (rows: Map<string, Row>) => T): Promise<T> {
    await new Promise((resolve) => setImmediate(resolve))
    const rows = tables.get(table)
    if (!rows) throw new Error(`no table ${table}`)
    count += 1
    const isFailing = fails({ operation, table, count })
    if (isFailing && failing === 'before') throw new Error('the connection was lost')
    const result = work(rows)
    if (isFailing) throw new Error('the connection was lost')
    return result
  }

  return {
    calls,
    failWhen(next, when = 'before') {
      fails = next
      failing = when
      count = 0
    },
    rows: (table) => [...(tables.get(table)?.values() ?? [])],
    get: <T>(table: string, id: string) =>
      run('get', table, (rows) => {
        calls.push({ operation: 'get', table, rows: 1 })
        const row = rows.get(id)
        return row && (fromRow(table, row) as T)
      }),
    set: (table, id, value) =>
      run('set', table, (rows) => {
        calls.push({ operation: 'set', table, rows: 1 })
        const row = toRow(table, id, structuredClone(value) as Record<string, unknown>)
        const isOrphan = table === 'memoryMessages' && !tables.get('memoryThreads')?.has(String(row.threadId))
        if (isOrphan) throw new Error('violates foreign key constraint')
        rows.set(id, row)
      }),
    delete: (table, id) =>
      run('delete', table, (rows) => {
        calls.push({ operation: 'delete', table, rows: 1 })
        const messages = [...(tables.get('memoryMessages')?.values() ?? [])]
        if (table === 'memoryThreads' && messages.some((row) => row.threadId === id)) {
          throw new Error('violates foreign key constraint')
        }
        rows.delete(id)
      }),
    list: <T>(table: string, query: StoreListQuery = {}): Promise<StoreListResult<T>> =>
      run('list', table, (rows) => {
        // The newest row last is what a table happens to give; one that gives no order must serve too.
        const found = [...rows.values()].reverse().filter((row) => matches(row, query.where ?? {}))
        const sorted = found.toSorted((left, right) => compare(left, right, query.orderBy ?? {})).slice(0, query.take)
        calls.push({ operation: 'list', table, rows: sorted.length })
        return { items: sorted.map((row) => fromRow(table, row) as T) }
      }),
  }
}

function toRow(table: string, id: string, value: Record<string, unknown>): Row {
  if (table === 'memoryThreads') {
    const { agentName, scope = null, title = null, state = null, metadata = null, createdAt, updatedAt } = value
    const times = { createdAt: new Date(Number(createdAt)), updatedAt: new Date(Number(updatedAt)) }
    return { id: String(value.id || id), agentName, scope, title, state, metadata, ...times }
  }
  const { threadId, runId = null, createdAt, ...message } = value
  return { id, threadId, runId, createdAt: new Date(Number(createdAt)), message: JSON.stringify(message) }
}

function fromRow(table: string, row: Row): Record<string, unknown> {
  if (table === 'memoryThreads') {
    const { createdAt, updatedAt, ...columns } = row
    const present = Object.entries(columns).filter(([, value]) => value !== null)
    return structuredClone({
      ...Object.fromEntries(present),
      createdAt: Number(createdAt),
      updatedAt: Number(updatedAt),
    })
  }
  const { threadId, runId, createdAt, message } = row
  const parsed: Record<string, unknown> = JSON.parse(String(message))
  return { ...parsed, threadId, ...(runId === null ? {} : { runId }), createdAt: Number(createdAt) }
}

function matches(row: Row, where: Record<string, StoreValue>): boolean {
  return Object.entries(where).every(([column, value]) => column in row && row[column] === value)
}

function compare(left: Row, right: Row, orderBy: Record<string, 'asc' | 'desc'>): number {
  for (const [column, direction] of Object.entries(orderBy)) {
    const order = Number(left[column]) - Number(right[column])
    if (order !== 0) return direction === 'asc' ? order : -order
  }
  return 0
}
