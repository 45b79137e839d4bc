/** What a record's field can be compared with. */
export type StoreValue = string | number | boolean | null

export interface StoreListQuery {
  /** Equality, all of them. */
  where?: Record<string, StoreValue>
  orderBy?: Record<string, 'asc' | 'desc'>
  /** At most this many; all when absent. */
  take?: number
}

export interface StoreListResult<T = unknown> {
  items: T[]
}

/**
 * Better Agent's storage: records by table and id. Any object of this shape works; its Drizzle, Kysely, Prisma and Redis
 * adapters are such objects. `set` overwrites. Nothing here is a transaction.
 */
export interface BetterAgentStorage {
  get<T = unknown>(table: string, id: string): T | undefined | Promise<T | undefined>
  set<T = unknown>(table: string, id: string, value: T): void | Promise<void>
  delete(table: string, id: string): void | Promise<void>
  list<T = unknown>(table: string, query?: StoreListQuery): StoreListResult<T> | Promise<StoreListResult<T>>
}

/** The areas that memory uses. */
export const THREADS_TABLE = 'memoryThreads'
export const MESSAGES_TABLE = 'memoryMessages'
