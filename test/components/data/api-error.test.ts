import { TRPCClientError } from '@trpc/client'
import { describe, expect, it } from 'vitest'
import { nextStep, readApiError } from '../../../components/data/api-error'
import { createQueryClient } from '../../../components/data/query-client'

const answered = (data: Record<string, unknown>) =>
  TRPCClientError.from({ error: { message: 'The store is busy.', code: -32603, data } })
const busy = answered({ code: 'UNAVAILABLE', retryable: true, requestId: 'req-1', retryAfterMs: 250 })
const signedOut = answered({ code: 'UNAUTHENTICATED', retryable: false, requestId: 'req-2', retryAfterMs: null })

describe('errors of the wire', () => {
  it('reads code, words and request id', () => {
    expect(readApiError(busy)).toEqual({
      code: 'UNAVAILABLE',
      message: 'The store is busy.',
      requestId: 'req-1',
      isRetryable: true,
      retryAfterMs: 250,
    })
  })

  it('no answer at all is an error of its own, which may be tried again', () => {
    const error = readApiError(TRPCClientError.from(new TypeError('Failed to fetch')))
    expect(error).toMatchObject({ code: 'UNREACHABLE', isRetryable: true, requestId: undefined })
    expect(nextStep(error)).toContain('try again')
  })

  it('retries only what may succeed later, and tells when a session has ended', async () => {
    let ended = 0
    const client = createQueryClient(() => {
      ended += 1
    })
    const calls = { busy: 0, signedOut: 0 }
    const query = (name: keyof typeof calls, error: unknown) =>
      client
        .fetchQuery({
          queryKey: [name],
          retry: client.getDefaultOptions().queries?.retry,
          retryDelay: 0,
          queryFn: () => {
            calls[name] += 1
            throw error
          },
        })
        .catch(() => undefined)
    await Promise.all([query('busy', busy), query('signedOut', signedOut)])
    expect(calls).toEqual({ busy: 3, signedOut: 1 })
    expect(ended).toBe(1)
  })
})
