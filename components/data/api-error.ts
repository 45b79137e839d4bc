import { TRPCClientError } from '@trpc/client'
import type { AppRouter } from '@/server/api/root'

type ErrorData = NonNullable<TRPCClientError<AppRouter>['data']>

/** What a screen needs to know of a failed call. `UNREACHABLE` is the browser's own: no answer came at all. */
export interface ApiError {
  code: ErrorData['code'] | 'UNREACHABLE'
  /** Written for people; holds no stored content. */
  message: string
  requestId: string | undefined
  /** The same call may succeed later without a change. */
  isRetryable: boolean
  /** Milliseconds after which a retry makes sense. */
  retryAfterMs: number | undefined
}

function isErrorData(data: unknown): data is ErrorData {
  return typeof data === 'object' && data !== null && 'code' in data && typeof data.code === 'string'
}

/** Reads any error that a query or mutation threw: the wire's code and request id where the server answered. */
export function readApiError(error: unknown): ApiError {
  if (error instanceof TRPCClientError && isErrorData(error.data)) {
    const { code, retryable, requestId, retryAfterMs } = error.data
    return {
      code,
      message: error.message,
      requestId: requestId ?? undefined,
      isRetryable: retryable,
      retryAfterMs: retryAfterMs ?? undefined,
    }
  }
  return {
    code: 'UNREACHABLE',
    message: 'The server does not answer.',
    requestId: undefined,
    isRetryable: true,
    retryAfterMs: undefined,
  }
}

/** What to do about it, in a sentence. */
export function nextStep(error: ApiError): string {
  switch (error.code) {
    case 'UNREACHABLE':
      return 'See whether Loci is running and your network is up, then try again.'
    case 'FORBIDDEN':
      return 'An admin can give your role the right to do this.'
    case 'RATE_LIMITED':
      return 'Too many calls at once. Wait a moment, then try again.'
    case 'UNAVAILABLE':
      return 'The store is busy or restarting. Try again in a moment.'
    case 'INVALID_INPUT':
      return 'Change what you asked for, for example a filter.'
    case 'CONFLICT':
      return 'It changed meanwhile. Look at it again, then repeat.'
    case 'NOT_FOUND':
      return 'It is deleted, or in a scope that you do not see.'
    case 'TOO_LARGE':
      return 'Ask for less at once.'
    case 'UNAUTHENTICATED':
      return 'Sign in again; you come back to this page.'
    case 'INTERNAL':
      return 'Try again. If it stays, give the id below to whoever runs Loci.'
  }
}
