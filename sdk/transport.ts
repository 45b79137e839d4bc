import { LociError, type LociErrorCode } from './error'

export interface TransportOptions {
  /** Where the installation is, for example http://127.0.0.1:3000. */
  url: string
  /** An API key: `loci_…`. */
  key: string
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

export type Transport = <T>(path: string, input: unknown, options: CallOptions) => Promise<T>

const RETRYABLE_STATUS = new Set([429, 502, 503, 504])

/** One call of one procedure over HTTP. Everything goes by POST, so that nothing private stands in a URL. */
export function createTransport(options: TransportOptions): Transport {
  const send = options.fetch ?? fetch
  const timeoutMs = options.timeoutMs ?? 15_000
  const retries = options.retries ?? 2
  const base = options.url.replace(/\/+$/, '')

  async function attempt<T>(path: string, body: string, signal: AbortSignal | undefined): Promise<T> {
    const limit = AbortSignal.timeout(timeoutMs)
    let response: Response
    let text: string
    try {
      response = await send(`${base}/api/trpc/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${options.key}`, 'content-type': 'application/json' },
        body,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      text = await response.text()
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      throw new LociError({ code: 'UNREACHABLE', message: `No answer from ${base} (${path}).`, retryable: true, cause })
    }
    const answer = parse(text)
    if (response.ok && isRecord(answer) && isRecord(answer.result)) {
      // The server's output schemas and the type test hold this shape.
      return answer.result.data as T
    }
    throw errorOf(answer, response, path)
  }

  return async function repeated<T>(path: string, input: unknown, call: CallOptions): Promise<T> {
    const body = JSON.stringify(input)
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt<T>(path, body, call.signal)
      } catch (error) {
        const mayRetry = call.isRepeatable && tries < retries && LociError.isInstance(error) && error.retryable
        if (!mayRetry) throw error
        await pause(error.retryAfterMs ?? 100 * 2 ** tries * (0.5 + Math.random()), call.signal)
      }
    }
  }
}

function errorOf(answer: unknown, response: Response, path: string): LociError {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : undefined
  const data = error && isRecord(error.data) ? error.data : undefined
  const requestId = typeof data?.requestId === 'string' ? data.requestId : undefined
  const retryAfter = data?.retryAfterMs
  if (error && typeof data?.code === 'string') {
    return new LociError({
      // The server's list is closed; a newer server's code still reads as text.
      code: data.code as LociErrorCode,
      message: typeof error.message === 'string' ? error.message : 'The call failed.',
      retryable: data.retryable === true,
      requestId,
      retryAfterMs: typeof retryAfter === 'number' ? retryAfter : undefined,
    })
  }
  return new LociError({
    code: response.status === 429 ? 'RATE_LIMITED' : 'UNAVAILABLE',
    message: `${path} answered ${response.status} with something that is not Loci's.`,
    retryable: RETRYABLE_STATUS.has(response.status),
    requestId,
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}
