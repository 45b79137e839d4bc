import { errorOfAnswer, isRecord } from './answer-error'
import { LociError } from './error'
import { randomId } from './random-id'
import { backOff, pause, withinTime } from './time-limit'

export interface TransportOptions {
  /** Where the installation is, for example http://127.0.0.1:3000. */
  url: string
  /** An API key: `loci_…`. Undefined, so that a missing variable of the environment is told in words. */
  key: string | undefined
  /** Replaces the platform's fetch. */
  fetch?: typeof fetch | undefined
  /** Milliseconds for one attempt; 15,000. */
  timeoutMs?: number | undefined
  /** Further attempts on what is retryable, 0 to 10; 2. */
  retries?: number | undefined
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** True when a second run of the call does no harm: reads, and writes with an idempotency key. */
  isRepeatable: boolean
}

/** `input` goes as JSON; text is taken for JSON already. */
export type Transport = <T>(path: string, input: object | string, options: CallOptions) => Promise<T>

/** A server that asks for more patience than this, in ms, is not waited for: the caller knows better. */
const LONGEST_WAIT_MS = 20_000
const BACK_OFF = { firstMs: 200, mostMs: 5_000 }

/** One call of one procedure over HTTP. Everything goes by POST, so that nothing private stands in a URL. */
export function createTransport(options: TransportOptions): Transport {
  const { post, timeoutMs, base } = connection(options)
  const retries = Math.min(10, Math.max(0, options.retries ?? 2))

  async function attempt<T>(call: { path: string; body: string; signal: AbortSignal | undefined }): Promise<T> {
    const { path, body, signal } = call
    const requestId = randomId()
    let response: Response
    let text: string
    try {
      ;[response, text] = await withinTime({ timeoutMs, signal }, async (limited) => {
        const got = await post(`/api/trpc/${path}`, { body, requestId, signal: limited })
        return [got, await got.text()] as const
      })
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      const message = `No answer from ${base} (${path}).`
      throw new LociError({ code: 'UNREACHABLE', message, retryable: true, requestId, cause })
    }
    const answer = parse(text)
    // The server's output schemas and the type test hold this shape.
    if (response.ok && isRecord(answer) && isRecord(answer.result)) return answer.result.data as T
    throw errorOfAnswer(response, answer, { path, requestId })
  }

  return async function repeated<T>(path: string, input: object | string, call: CallOptions): Promise<T> {
    const body = typeof input === 'string' ? input : serialize(input)
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt<T>({ path, body, signal: call.signal })
      } catch (error) {
        const mayRetry = call.isRepeatable && tries < retries && LociError.isInstance(error) && error.retryable
        if (!mayRetry) throw error
        const waitMs = Math.max(error.retryAfterMs ?? 0, backOff(tries, BACK_OFF))
        if (waitMs > LONGEST_WAIT_MS) throw error
        await pause(waitMs, call.signal)
      }
    }
  }
}

/** One POST with the key, to one installation. @throws UNAUTHENTICATED without a key */
export function connection(options: TransportOptions) {
  if (!options.key) {
    const message = 'The Loci client was given no key. Is the variable set that should hold it?'
    throw new LociError({ code: 'UNAUTHENTICATED', message, retryable: false })
  }
  // Looked up at each call: what instruments or replaces the platform's fetch later is still seen.
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const base = options.url.replace(/\/+$/, '')
  return {
    base,
    timeoutMs: options.timeoutMs ?? 15_000,
    post(path: string, request: { body: string; requestId: string; signal: AbortSignal }): Promise<Response> {
      const { body, requestId, signal } = request
      const headers = {
        authorization: `Bearer ${options.key}`,
        'content-type': 'application/json',
        'x-request-id': requestId,
      }
      // A redirect would take the key to another place.
      return send(`${base}${path}`, { method: 'POST', headers, body, signal, redirect: 'manual' })
    },
  }
}

/** @throws INVALID_INPUT for what JSON cannot hold: cycles, BigInt */
export function serialize(input: object): string {
  try {
    return JSON.stringify(input)
  } catch (cause) {
    throw new LociError({ code: 'INVALID_INPUT', message: 'The input is no JSON.', retryable: false, cause })
  }
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
