import { errorOfAnswer } from './answer-error'
import { LociError } from './error'
import { randomId } from './random-id'
import { withinTime } from './time-limit'
import { connection, parse, serialize, type TransportOptions } from './transport'

/** An answer that comes in pieces. */
export interface ByteStream {
  /** The next piece; undefined at the end. @throws UNREACHABLE when nothing comes, the signal's reason */
  next(): Promise<Uint8Array | undefined>
  close(): void
}

export type OpenStream = (path: string, input: object, signal: AbortSignal | undefined) => Promise<ByteStream>

/** The server says every 15 s that it is there; a line on which nothing comes for so long, in ms, is dead. */
const SILENCE_MS = 40_000

export function createOpenStream(options: TransportOptions): OpenStream {
  const { post, timeoutMs, base } = connection(options)
  return async (path, input, signal) => {
    const body = serialize(input)
    const requestId = randomId()
    const line = new AbortController()
    const unreachable = (cause: unknown) => {
      line.abort(cause)
      if (signal?.aborted) return signal.reason
      const message = `No stream from ${base} (${path}).`
      return new LociError({ code: 'UNREACHABLE', message, retryable: true, requestId, cause })
    }

    const opening = () => post(path, { body, requestId, signal: line.signal })
    const response = await withinTime({ timeoutMs, signal }, opening).catch((cause: unknown) => {
      throw unreachable(cause)
    })
    if (!response.ok || !response.body) {
      const text = await withinTime({ timeoutMs, signal }, () => response.text()).catch((cause: unknown) => {
        throw unreachable(cause)
      })
      throw errorOfAnswer(response, parse(text), { path, requestId })
    }
    const reader = response.body.getReader()
    return {
      async next() {
        try {
          const { value } = await withinTime({ timeoutMs: SILENCE_MS, signal }, () => reader.read())
          return value
        } catch (cause) {
          throw unreachable(cause)
        }
      },
      close() {
        line.abort()
        reader.cancel().catch(() => {})
      },
    }
  }
}
