/** The closed list of error codes on the wire (design 5). */
export const ERROR_CODES = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'INVALID_INPUT',
  'CONFLICT',
  'TOO_LARGE',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** Whether the same call may succeed later without a change. */
const RETRYABLE: Record<ErrorCode, boolean> = {
  UNAUTHENTICATED: false,
  FORBIDDEN: false,
  NOT_FOUND: false,
  INVALID_INPUT: false,
  CONFLICT: false,
  TOO_LARGE: false,
  RATE_LIMITED: true,
  UNAVAILABLE: true,
  INTERNAL: false,
}

/** The HTTP status of each code. */
export const ERROR_STATUS: Record<ErrorCode, number> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID_INPUT: 400,
  CONFLICT: 409,
  TOO_LARGE: 413,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
}

/**
 * An error that a caller may see: its message is written for them and holds no stored content, SQL or path.
 * Everything else that is thrown becomes INTERNAL with a fixed text.
 */
export class LociError extends Error {
  readonly code: ErrorCode
  readonly retryable: boolean
  /** Milliseconds after which a retry makes sense; only with RATE_LIMITED and UNAVAILABLE. */
  readonly retryAfterMs: number | undefined

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, { cause: options.cause })
    this.name = 'LociError'
    this.code = code
    this.retryable = RETRYABLE[code]
    this.retryAfterMs = options.retryAfterMs
  }
}

/** Absent, deleted and foreign threads answer alike (S3), so the text never names more than the kind. */
export function notFound(
  kind: 'thread' | 'message' | 'note' | 'entry' | 'agent' | 'job' | 'key' | 'export' | 'view' | 'version' | 'queue',
): LociError {
  return new LociError('NOT_FOUND', `No such ${kind} in this scope.`)
}
