import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCClient, type TRPCLink } from '@trpc/client'
import type { AppRouter } from '@/server/api/root'

const ENDPOINT = '/api/trpc'
/** Calls in one request; the server refuses longer batches. */
const BATCH = 10

/** Endless lists bring the direction they grow in; the wire knows cursors alone, and refuses what it does not know. */
const withoutDirection: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next({ ...op, input: isObject(op.input) ? omitDirection(op.input) : op.input })

function isObject(input: unknown): input is object {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

function omitDirection({ direction: _, ...input }: { direction?: unknown }): object {
  return input
}

/**
 * Calls go by POST, queries too, so that no subject id and no search text stands in a URL or a proxy's log. Lists, counts
 * and search go alone: a slow one must not hold back what is quick.
 */
export function createApiClient(): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      withoutDirection,
      splitLink({
        condition: (call) => call.context.isAlone === true || /\.(list|count)$/.test(call.path),
        true: httpLink({ url: ENDPOINT, methodOverride: 'POST' }),
        false: httpBatchLink({ url: ENDPOINT, methodOverride: 'POST', maxItems: BATCH }),
      }),
    ],
  })
}
