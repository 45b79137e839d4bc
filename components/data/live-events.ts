import { EventStreamReader } from '@/memory/event-stream'

/** ms. The next attempt comes later each time; a line on which nothing comes for so long is dead. */
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000
const SILENCE_MS = 40_000

/** What refuses a stream for good: the page's own calls find the same, and say so. */
const FINAL_STATUS = new Set([400, 401, 403, 404])

export interface LiveLineOptions {
  /** What is listened to, as /api/live takes it. */
  subject: object
  /** One event, unread. */
  onEvent: (type: string, event: unknown) => void
  /** The line is there again after a break, in which anything may have happened. */
  onReturn?: () => void
  signal: AbortSignal
}

/** Listens to live events until the signal aborts, or what is listened to is gone; a line that breaks is opened again. */
export async function listenToEvents({ subject, onEvent, onReturn, signal }: LiveLineOptions): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    if (failures > 0) await pause(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)), signal)
    const line = new AbortController()
    const end = () => line.abort()
    signal.addEventListener('abort', end)
    try {
      const response = await fetch('/api/live', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(subject),
        signal: line.signal,
      })
      if (FINAL_STATUS.has(response.status)) return
      if (failures > 0 && response.ok) onReturn?.()
      for await (const event of eventsOf(response, end)) {
        failures = 0
        const type = String(Reflect.get(Object(event), 'type'))
        onEvent(type, event)
        if (type === 'deleted') return
      }
    } catch {
      // A broken line says nothing that the next attempt would not.
    } finally {
      end()
      signal.removeEventListener('abort', end)
    }
  }
}

/** The events as they come; `onSilence` when nothing does. */
async function* eventsOf(response: Response, onSilence: () => void): AsyncGenerator<unknown, void, void> {
  const reader = response.ok ? response.body?.getReader() : undefined
  const events = new EventStreamReader()
  while (reader) {
    const timer = setTimeout(onSilence, SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    for (const { data } of events.push(value)) yield JSON.parse(data)
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
