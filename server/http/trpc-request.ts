import { LociError } from '../errors'
import { messageTexts } from './procedure-body'
import { parseJson } from './request-body'

export const MAX_BATCH = 10
export const TRPC_PREFIX = '/api/trpc/'

export interface TrpcTarget {
  paths: string[]
  isBatch: boolean
  /** The `input` of a GET; undefined without one. */
  query: string | undefined
}

export interface TrpcCall {
  path: string
  input: unknown
  messageTexts: readonly string[] | undefined
}

/**
 * Which procedures a URL calls. Counted here, before anything else is done for the request.
 *
 * @throws INVALID_INPUT for more than ten calls, empty names, and what cannot be decoded
 */
export function readTarget(pathname: string, search: string): TrpcTarget {
  const parameters = search === '' ? undefined : new URLSearchParams(search)
  const isBatch = parameters?.get('batch') === '1'
  const name = decode(pathname.slice(TRPC_PREFIX.length))
  const paths = isBatch ? name.split(',') : [name]
  if (paths.length > MAX_BATCH) throw new LociError('INVALID_INPUT', `A batch holds at most ${MAX_BATCH} calls.`)
  if (paths.includes('')) throw new LociError('INVALID_INPUT', 'Name a procedure.')
  return {
    paths,
    isBatch,
    query: parameters?.get('input') ?? undefined,
  }
}

/**
 * The calls of a request with their inputs. `text` is its JSON: the input itself, or in a batch an object of inputs by
 * position. Empty text is no input.
 *
 * @throws INVALID_INPUT
 */
export function readCalls({ paths, isBatch }: TrpcTarget, text: string): TrpcCall[] {
  const body = text === '' ? undefined : parseJson(text)
  if (!isBatch) return paths.map((path) => ({ path, input: body, messageTexts: messageTexts(path, text, []) }))
  if (body !== undefined && (typeof body !== 'object' || body === null)) {
    throw new LociError('INVALID_INPUT', 'A batch is an object of inputs by position.')
  }
  const inputs = new Map(Object.entries(body ?? {}))
  return paths.map((path, index) => {
    const position = String(index)
    return { path, input: inputs.get(position), messageTexts: messageTexts(path, text, [position]) }
  })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new LociError('INVALID_INPUT', 'The address cannot be decoded.')
  }
}
