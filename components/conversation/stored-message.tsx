import { useQuery } from '@tanstack/react-query'
import type { MessageView } from '@/server/schemas/messages'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Skeleton } from '../ui/skeleton'
import { JsonTree } from './json-tree'

/** A message as it is stored. Its text comes anew: what the page holds has gone through JavaScript's numbers. */
export function StoredMessage({ uid, view }: { uid: string; view: MessageView }) {
  const trpc = useTRPC()
  const { seq } = view
  const stored = useQuery(trpc.messages.text.queryOptions({ uid, seq }, { staleTime: Number.POSITIVE_INFINITY }))
  if (stored.isError) {
    return (
      <QueryError
        layout="inline"
        title="The stored text could not be loaded"
        error={stored.error}
        onRetry={stored.refetch}
        isRetrying={stored.isFetching}
      />
    )
  }
  if (!stored.data) return <Skeleton className="h-16" />
  return <JsonTree name={`${seq}:raw`} label="Message as stored" value={stored.data.text} />
}
