import type { IncomingMessage } from 'node:http'
import { assertDepth } from '../../memory/json-text'
import { LociError } from '../errors'
import { HttpRefusal } from './http-refusal'

export const SMALL_BODY_BYTES = 1024 * 1024
export const LARGE_BODY_BYTES = 32 * 1024 * 1024

/**
 * The request's body, never holding more than `limit` bytes of it. Reading stops at the limit; whoever answers the error
 * must close the connection.
 *
 * @throws TOO_LARGE past the limit, INVALID_INPUT when the caller hangs up within it
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit) return Promise.reject(tooLarge(limit))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const stop = () => {
      request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut)
      request.pause()
    }
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) {
        stop()
        reject(tooLarge(limit))
        return
      }
      chunks.push(chunk)
    }
    const onEnd = () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length))
    const onCut = () => {
      // A whole request is closed too.
      if (request.readableEnded) return
      stop()
      reject(new LociError('INVALID_INPUT', 'The body broke off.'))
    }
    request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut)
  })
}

/** Whether a request announces bytes. */
export function bringsBytes(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': transfer } = request.headers
  return transfer !== undefined || (length !== undefined && length !== '0')
}

/** Whether a request has a body, or says of which type it would be. */
export function hasBody(request: IncomingMessage): boolean {
  return request.headers['content-type'] !== undefined || bringsBytes(request)
}

/** @throws INVALID_INPUT (415) unless the body is said to be plain JSON */
export function assertJsonType(request: IncomingMessage): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const isUtf8 = parameters.every((parameter) => !/^\s*charset\s*=/.test(parameter) || /utf-?8/.test(parameter))
  if (type.trim() !== 'application/json' || !isUtf8) {
    throw new HttpRefusal(415, new LociError('INVALID_INPUT', 'Send the body as application/json.'))
  }
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    throw new HttpRefusal(415, new LociError('INVALID_INPUT', 'Send the body without content-encoding.'))
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The text of a JSON body; '' for an empty one. A byte order mark counts as bad input, since what is stored must be what
 * was sent (M2).
 *
 * @throws INVALID_INPUT for bytes that are not UTF-8, and for JSON nested deeper than 32 levels
 */
export function decodeJson(body: Uint8Array): string {
  let text: string
  try {
    text = utf8.decode(body)
  } catch {
    throw new LociError('INVALID_INPUT', 'The body is not valid UTF-8.')
  }
  try {
    assertDepth(text)
  } catch {
    throw new LociError('INVALID_INPUT', 'JSON is nested deeper than 32 levels.')
  }
  return text
}

/** @throws INVALID_INPUT, without a word of the text */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new LociError('INVALID_INPUT', 'The request is not valid JSON.')
  }
}

function tooLarge(limit: number): LociError {
  const message = `The body is larger than ${limit / 1024 / 1024} MiB.`
  return new LociError('TOO_LARGE', message)
}
