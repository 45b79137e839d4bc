import { LociError, type LociErrorCode } from './error'

const RETRYABLE_STATUS = new Set([429, 502, 503, 504])

/** What an answer that is not a result says: Loci's own error, or what stands between here and Loci. */
export function errorOfAnswer(
  response: Response,
  answer: unknown,
  call: { path: string; requestId: string },
): LociError {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : undefined
  const data = error && isRecord(error.data) ? error.data : undefined
  const requestId = response.headers.get('x-request-id') ?? call.requestId
  if (error && typeof data?.code === 'string') {
    return new LociError({
      // The server's list is closed; a newer server's code still reads as text.
      code: data.code as LociErrorCode,
      message: typeof error.message === 'string' ? error.message : 'The call failed.',
      retryable: data.retryable === true,
      requestId: typeof data.requestId === 'string' ? data.requestId : requestId,
      retryAfterMs: typeof data.retryAfterMs === 'number' ? data.retryAfterMs : retryAfterMs(response),
    })
  }
  return new LociError({
    code: codeOfStatus(response.status),
    message: `${call.path} was answered with ${response.status} and something that is not Loci's.`,
    retryable: RETRYABLE_STATUS.has(response.status),
    requestId,
    retryAfterMs: retryAfterMs(response),
  })
}

function codeOfStatus(status: number): LociErrorCode {
  if (status === 413) return 'TOO_LARGE'
  return status === 429 ? 'RATE_LIMITED' : 'UNREACHABLE'
}

/** Of the header, which holds seconds or a date. */
function retryAfterMs(response: Response): number | undefined {
  const header = response.headers.get('retry-after')
  if (header === null) return undefined
  const seconds = Number(header)
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
