import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { readApiError } from './api-error'

/** How long an answer counts as fresh, in ms: going back to a list shows it at once, without a call. */
const FRESH = 15_000
const MOST_RETRIES = 2

/** Retries only what may succeed later, and never a sign-in that ran out. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < MOST_RETRIES && readApiError(error).isRetryable
}

/** Waits as long as the server asked for, else 0.5 s and 1 s. */
function retryDelay(failures: number, error: unknown): number {
  return Math.min(readApiError(error).retryAfterMs ?? 500 * 2 ** failures, 10_000)
}

/** One cache for a browser tab. `onSignedOut` is called when any call answers UNAUTHENTICATED. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (readApiError(error).code === 'UNAUTHENTICATED') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: FRESH, retry: shouldRetry, retryDelay, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
