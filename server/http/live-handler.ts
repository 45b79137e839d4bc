import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { toLociError } from '../api/procedure'
import { assertAccess } from '../auth/permissions'
import { type Principal, principalId } from '../auth/principal'
import { LociError } from '../errors'
import { writeJson } from '../json-text'
import { type LiveEvent, type LiveListEvent, WatchThreadInput, WatchThreadsInput } from '../schemas/live'
import type { Services } from '../services/context'
import { type WatchedEvent, watchThread } from '../services/live/watch-thread'
import { watchThreads } from '../services/live/watch-threads'
import { failureOf } from './answer'
import { HttpRefusal } from './http-refusal'
import { logFailure } from './log-failure'
import { assertJsonType, decodeJson, parseJson, readBody } from './request-body'

export const LIVE_PATH = '/api/live'

const BODY_BYTES = 16 * 1024
/** A reader that takes nothing for so long is gone, in ms. */
const SLOWEST_READER_MS = 30_000

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
}

/**
 * Answers /api/live: a thread's events as server-sent events, or, with `threads` in the body, which threads of a list change. By POST, so that neither the key nor an id of the caller's
 * stands in the address; EventSource can do neither, so readers take the stream from `fetch`. `after` in the body, or the
 * header Last-Event-ID, says from which seq on.
 */
export async function answerLive(
  { request, response, requestId }: Exchange,
  options: { services: Services; authenticate: (request: IncomingMessage) => Promise<Principal> },
): Promise<void> {
  const { services } = options
  if (request.method !== 'POST') throw new HttpRefusal(405, new LociError('INVALID_INPUT', 'Watch a thread by POST.'))
  assertJsonType(request)
  const authenticate = () => options.authenticate(request)
  const principal = await authenticate()
  assertAccess(principal, { key: 'read', operator: 'view' })
  const input = readInput(parseJson(decodeJson(await readBody(request, BODY_BYTES))), request.headers['last-event-id'])

  const stream = services.liveStreams.open(principalId(principal))
  const gone = new AbortController()
  const signal = AbortSignal.any([stream.signal, gone.signal])
  response.on('close', () => gone.abort())
  const ctx = { ...services, principal, requestId }
  const events: AsyncGenerator<Said, void, void> =
    'threads' in input
      ? watchThreads(ctx, input, { signal, authenticate })
      : watchThread(ctx, input, { signal, authenticate })
  try {
    // What refuses the stream comes before its first event, as the error that it is.
    const first = await events.next()
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      // nginx would hold the events back.
      'x-accel-buffering': 'no',
    })
    for (let next = first; !next.done && !gone.signal.aborted; next = await events.next()) {
      await write(response, eventText(next.value))
    }
    if (stream.signal.aborted) await write(response, eventText(endOf(stopping())))
  } catch (error) {
    if (!response.headersSent) throw error
    logFailure(services.log, failureOf(error), { requestId, caller: principalId(principal) })
    await write(response, eventText(endOf(toLociError(error)))).catch(() => {})
  } finally {
    stream.close()
    await events.return()
    if (response.headersSent) response.end()
  }
}

type Said = WatchedEvent | LiveListEvent

/** @throws INVALID_INPUT */
function readInput(body: unknown, lastEventId: string | string[] | undefined): WatchThreadInput | WatchThreadsInput {
  if (typeof body === 'object' && body !== null && 'threads' in body) return valid(WatchThreadsInput.safeParse(body))
  const after = typeof lastEventId === 'string' && /^\d{1,10}$/.test(lastEventId) ? Number(lastEventId) : undefined
  const given = typeof body === 'object' && body !== null && after !== undefined ? { ...body, after } : body
  return valid(WatchThreadInput.safeParse(given))
}

function valid<Input>(parsed: z.ZodSafeParseResult<Input>): Input {
  if (parsed.success) return parsed.data
  throw new LociError(
    'INVALID_INPUT',
    parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join(' '),
  )
}

function stopping(): LociError {
  return new LociError('UNAVAILABLE', 'This process is stopping; come back in a moment.', { retryAfterMs: 1000 })
}

function endOf({ code, message, retryable }: LociError): LiveEvent {
  return { type: 'end', code, message, retryable }
}

/** One event as text. Its id is the seq up to which its reader knows all. A stored message may hold line breaks. */
function eventText(event: Said): string {
  if (event.type === 'beat') return ': still here\n\n'
  const id = 'after' in event ? event.after : event.type === 'messages' ? event.items.at(-1)?.seq : undefined
  const data = writeJson(event)
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
  return `${id === undefined ? '' : `id: ${id}\n`}${data.join('')}\n`
}

/** Waits until the reader has taken it; nothing is produced meanwhile. @throws when the reader is gone */
function write(response: ServerResponse, text: string): Promise<void> {
  if (response.destroyed) return Promise.reject(new LociError('UNAVAILABLE', 'The reader has gone.'))
  if (response.write(text)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const settle = (failed: boolean) => () => {
      clearTimeout(timer)
      response.off('drain', drained).off('close', closed)
      if (failed) {
        response.destroy()
        reject(new LociError('UNAVAILABLE', 'The reader has gone.'))
      } else resolve()
    }
    const drained = settle(false)
    const closed = settle(true)
    const timer = setTimeout(closed, SLOWEST_READER_MS)
    response.on('drain', drained).on('close', closed)
  })
}
