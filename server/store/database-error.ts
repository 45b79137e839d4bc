import { LociError } from '../errors'

/** How a PostgreSQL state answers to a caller; what is not here is INTERNAL. */
const BY_STATE: Record<string, () => LociError> = {
  '22021': () => new LociError('INVALID_INPUT', 'Text holds a character that cannot be stored.'),
  '22P02': () => new LociError('INVALID_INPUT', 'A value has the wrong form.'),
  '22P05': () => new LociError('INVALID_INPUT', 'Text holds a character that cannot be stored.'),
  // A parent was there a moment ago: its scope was emptied, or its thread purged, in between.
  '23503': () => unavailable('What this belongs to has just been removed; try again.'),
  '23505': () => new LociError('CONFLICT', 'That id is taken.'),
  '40001': () => unavailable('The database was busy.'),
  '40P01': () => unavailable('The database was busy.'),
  '55P03': () => unavailable('Another call holds this thread; try again.'),
  '57014': () => unavailable('The database took too long.'),
  '57P01': () => unavailable('The database is restarting.'),
  '57P03': () => unavailable('The database is starting.'),
  '53300': () => unavailable('The database has no free connection.'),
}

function unavailable(message: string): LociError {
  return new LociError('UNAVAILABLE', message, { retryAfterMs: 1000 })
}

/** The typed error for what `pg` or Prisma threw; null when it did not come from the database. */
export function errorFromDatabase(error: unknown): LociError | null {
  if (!(error instanceof Error)) return null
  const state = sqlState(error)
  if (state !== undefined) {
    const known = BY_STATE[state]
    if (known) return withCause(known(), error)
    if (state.startsWith('08')) return withCause(unavailable('The database is not reachable.'), error)
    return null
  }
  if (/timeout exceeded when trying to connect/.test(error.message)) {
    return withCause(unavailable('The database was busy.'), error)
  }
  if (/Connection terminated|ECONNREFUSED|ECONNRESET/.test(error.message)) {
    return withCause(unavailable('The database is not reachable.'), error)
  }
  return null
}

/** The five characters of a PostgreSQL error, where pg or Prisma's adapter carries them. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if (
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code) &&
    !error.code.startsWith('P2')
  ) {
    return error.code
  }
  return 'cause' in error ? sqlState(error.cause) : undefined
}

function withCause(known: LociError, cause: Error): LociError {
  return new LociError(
    known.code,
    known.message,
    known.retryAfterMs === undefined ? { cause } : { cause, retryAfterMs: known.retryAfterMs },
  )
}
