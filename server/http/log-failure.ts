import type { Logger } from 'pino'
import type { KnownFailure } from './answer'

/** Every failure is in the log by its code: what is our fault with its cause, what is the caller's only for debugging. */
export function logFailure(
  log: Logger,
  { status, known }: KnownFailure,
  facts: { requestId: string; procedure?: string | undefined; route?: string; caller?: string },
): void {
  const line = { ...facts, code: known.code, status }
  if (status >= 500) log.error({ ...line, error: known.cause instanceof Error ? known.cause : known }, 'request failed')
  else log.debug(line, 'request refused')
}
