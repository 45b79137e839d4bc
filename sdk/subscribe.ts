import { EventStreamReader } from '../memory/event-stream'
import { LociError, type LociErrorCode } from './error'
import { inScope } from './memory-calls'
import type { OpenStream } from './open-stream'
import { backOff, pause } from './time-limit'
import type { ScopeName, ThreadName } from './wire'
import type { StreamEvent, ThreadEvent } from './wire-live'

export type SubscribeInput = ThreadName & {
  /** Messages after this seq come first; 0 for all. Without it, those from now on. */
  after?: number | undefined
  signal?: AbortSignal | undefined
}

const BACK_OFF = { firstMs: 200, mostMs: 10_000 }

/**
 * A thread's events until it is deleted or the caller stops. A line that breaks is opened again, from the last seq on; so
 * nothing is missed and nothing comes twice, however often it breaks.
 *
 * @throws NOT_FOUND and what else refuses the first stream; UNAUTHENTICATED when the key is revoked; the signal's reason
 */
export async function* subscribe(
  openStream: OpenStream,
  scope: ScopeName | undefined,
  { signal, after: first, ...name }: SubscribeInput,
): AsyncGenerator<ThreadEvent, void, undefined> {
  let after = first
  let uid: string | undefined
  for (let failures = 0; ; ) {
    // By uid from the second time on: another thread may have got the id.
    const input = { ...(uid === undefined ? inScope(scope, name) : { uid }), after }
    try {
      for await (const event of streamOnce(openStream, input, signal)) {
        failures = 0
        if (event.type === 'end') throw errorOf(event)
        const isOpenAgain = event.type === 'open' && uid !== undefined
        if (event.type === 'open') {
          uid = event.thread.uid
          after = event.after
        } else if (event.type === 'messages') {
          after = event.items.at(-1)?.seq ?? after
        }
        if (!isOpenAgain) yield event
        if (event.type === 'deleted') return
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (uid !== undefined && LociError.isInstance(error) && error.code === 'NOT_FOUND') {
        yield { type: 'deleted' }
        return
      }
      if (!LociError.isInstance(error) || !error.retryable) throw error
      await pause(Math.max(error.retryAfterMs ?? 0, backOff(failures, BACK_OFF)), signal)
      failures += 1
    }
  }
}

async function* streamOnce(
  openStream: OpenStream,
  input: object,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamEvent, void, undefined> {
  const stream = await openStream('/api/live', input, signal)
  const reader = new EventStreamReader()
  try {
    for (;;) {
      const bytes = await stream.next()
      // The server says when it ends: an end without a word is a break.
      if (bytes === undefined) throw broken()
      // The server's own type, held by a type test.
      for (const { data } of reader.push(bytes)) yield JSON.parse(data) as StreamEvent
    }
  } finally {
    stream.close()
  }
}

function broken(): LociError {
  return new LociError({ code: 'UNREACHABLE', message: 'The stream of events broke off.', retryable: true })
}

function errorOf({ code, message, retryable }: Extract<StreamEvent, { type: 'end' }>): LociError {
  // The server's list is closed; a newer server's code still reads as text.
  return new LociError({ code: code as LociErrorCode, message, retryable })
}
