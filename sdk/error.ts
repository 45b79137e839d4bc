/**
 * The closed list of codes that a server answers with, and three of the SDK's own: UNREACHABLE (no answer of Loci's came),
 * BUFFER_FULL (Loci is away and there is no room left to keep the write), CLOSED (`close` was called before).
 */
export type LociErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'INVALID_INPUT'
  | 'CONFLICT'
  | 'TOO_LARGE'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'INTERNAL'
  | 'UNREACHABLE'
  | 'BUFFER_FULL'
  | 'CLOSED'

const marker = Symbol.for('loci.error')

/**
 * Every failure of a call. Nothing of a call that failed was stored, unless `code` is UNREACHABLE, UNAVAILABLE or
 * INTERNAL: then it is not known, and the same call with the same `idempotencyKey` finds out without storing twice.
 */
export class LociError extends Error {
  readonly code: LociErrorCode
  /** Whether the same call may succeed later; the SDK has already tried again where that does no harm. */
  readonly retryable: boolean
  /** Names the request in the server's log. */
  readonly requestId: string | undefined
  /** Milliseconds after which the server asked to be tried again. */
  readonly retryAfterMs: number | undefined
  readonly [marker] = true

  constructor(options: {
    code: LociErrorCode
    message: string
    retryable: boolean
    requestId?: string | undefined
    retryAfterMs?: number | undefined
    cause?: unknown
  }) {
    super(options.message, { cause: options.cause })
    this.name = 'LociError'
    this.code = options.code
    this.retryable = options.retryable
    this.requestId = options.requestId
    this.retryAfterMs = options.retryAfterMs
  }

  /** True for an error of any copy of this package. */
  static isInstance(error: unknown): error is LociError {
    return typeof error === 'object' && error !== null && marker in error
  }
}

/** Loci is away, or asks to be left alone for a while: the call may go on with `onUnavailable`. */
export function isAway(error: unknown): error is LociError {
  if (!LociError.isInstance(error) || !error.retryable) return false
  return error.code === 'UNREACHABLE' || error.code === 'UNAVAILABLE' || error.code === 'RATE_LIMITED'
}
