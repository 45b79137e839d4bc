import { Skeleton } from '../ui/skeleton'
import { MessagePlaceholder } from './message-placeholder'

/** The page while the thread is on its way, in the places where its parts will be. */
export function ConversationSkeleton() {
  return (
    <>
      <div className="flex h-12 items-center gap-3 border-line border-b bg-panel px-4 pointer-coarse:h-14">
        <Skeleton className="w-72 max-w-1/2" />
      </div>
      <div role="status" className="grid min-h-0 overflow-hidden xl:grid-cols-[minmax(0,1fr)_296px]">
        <span className="sr-only">Loading the thread</span>
        <div aria-hidden="true" className="@container">
          <MessagePlaceholders rows={12} />
        </div>
        <div aria-hidden="true" className="hidden content-start gap-3 border-line border-s bg-panel p-4 xl:grid">
          <Skeleton className="h-5 w-52" />
          <Skeleton className="w-24" />
          <Skeleton className="h-8 w-40" />
          <Skeleton className="w-full" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-full" />
          <Skeleton className="w-3/5" />
        </div>
      </div>
    </>
  )
}

export function MessagePlaceholders({ rows }: { rows: number }) {
  return (
    <div className="mx-auto w-full max-w-235 pt-4">
      {Array.from({ length: rows }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike and never move
        <MessagePlaceholder key={place} seq={place} kind="out" />
      ))}
    </div>
  )
}
