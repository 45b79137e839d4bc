import type { ErrorCode } from '../errors'

export const REST_PREFIX = '/api/v1'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type RouteTag = 'Memory' | 'Threads' | 'Messages' | 'Search' | 'Agents' | 'Keys' | 'Jobs'

/**
 * One operation of the plain HTTP interface: a procedure at an address. Its input is the JSON body. What Loci made (uids,
 * ids of keys and jobs) may stand in the path; what callers chose (ids, scopes, texts) never does, so that no proxy
 * writes it down.
 */
export interface Route {
  /** Stable: generated clients name their functions after it. */
  readonly operationId: string
  readonly method: Method
  /** Below `/api/v1`; `{name}` is the field of the input that stands there. */
  readonly path: string
  readonly procedure: string
  readonly tag: RouteTag
  readonly summary: string
  /** What a caller has to know beyond the fields. */
  readonly description: string
  /** Fields of the input that stand in the query. */
  readonly query?: Readonly<Record<string, 'integer' | 'boolean'>>
  /** Refusals besides those that every operation has. */
  readonly errors?: readonly ErrorCode[]
  /** A body that works. */
  readonly example?: Readonly<Record<string, unknown>>
}
