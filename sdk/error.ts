/** The closed list of codes that a server answers with; UNREACHABLE is the SDK's own: no answer came. */
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

const marker = Symbol.for('loci.error')

/** Every failure of a call. Nothing of a call that failed was stored, unless `code` is UNREACHABLE, where it is not known. */
export class LociError extends Error {
  readonly code: LociErrorCode
  /** Whether the same call may succeed later; the SDK has already tried again where this is true. */
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
