import { listenToEvents } from '../data/live-events'

export interface LiveThreadOptions {
  uid: string
  /** Something of the thread is new. Also after a break, in which anything may have happened. */
  onChange: () => void
  signal: AbortSignal
}

/** Listens to a thread's events until the signal aborts, or the thread is deleted. */
export function listenToThread({ uid, onChange, signal }: LiveThreadOptions): Promise<void> {
  return listenToEvents({
    subject: { uid },
    onEvent: (type) => {
      if (type !== 'open') onChange()
    },
    onReturn: onChange,
    signal,
  })
}
