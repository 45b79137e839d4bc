/**
 * Runs `work` with a signal that aborts after `timeoutMs` or with the caller's. It ends then even where `work` does not
 * look at its signal, and leaves neither a timer, a listener nor an unhandled rejection behind. AbortSignal.any and
 * AbortSignal.timeout are not everywhere, and what they hold is freed late.
 *
 * @param timeoutMs undefined: no limit
 * @throws the caller's reason when the caller stopped it, a TimeoutError when the time was over
 */
export async function withinTime<T>(
  { timeoutMs, signal }: { timeoutMs: number | undefined; signal: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let stop: (reason: unknown) => void = () => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = (reason) => {
      controller.abort(reason)
      reject(reason)
    }
  })
  const onAbort = () => stop(signal?.reason)
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop(new TimeoutError(timeoutMs)), timeoutMs)
  signal?.addEventListener('abort', onAbort)
  const working = work(controller.signal)
  // Whichever of the two comes second is nobody's any more.
  working.catch(() => {})
  stopped.catch(() => {})
  try {
    return await Promise.race([working, stopped])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

class TimeoutError extends Error {
  constructor(timeoutMs: number) {
    super(`Nothing came within ${timeoutMs} ms.`)
    this.name = 'TimeoutError'
  }
}

/** Waits. @throws the signal's reason when it aborts first */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** Between half of it and all of it, so that many callers do not come back at once: `first` ms, doubled each time. */
export function backOff(attempt: number, { firstMs, mostMs }: { firstMs: number; mostMs: number }): number {
  return Math.min(mostMs, firstMs * 2 ** attempt) * (0.5 + Math.random() / 2)
}
