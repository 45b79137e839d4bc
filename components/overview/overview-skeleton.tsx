import { Skeleton, SkeletonRows } from '../ui/skeleton'

/** Lists with their headings, while they are on their way. */
export function ListsSkeleton({ label, lists, rows }: { label: string; lists: 1 | 2; rows: number }) {
  return (
    <div className={lists === 2 ? 'grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2' : undefined}>
      {Array.from({ length: lists }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <div key={place}>
          <div className="border-line border-b pb-1.5">
            <Skeleton className="my-1 h-4 w-36" />
          </div>
          <SkeletonRows rows={rows} label={label} className="[&>div]:px-0" />
        </div>
      ))}
    </div>
  )
}

/** Four figures and a chart, while they are on their way. */
export function ActivitySkeleton() {
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <span className="sr-only">Loading figures</span>
      <div className="grid grid-cols-2 gap-px overflow-clip rounded-md border border-line bg-line lg:grid-cols-4">
        {[1, 2, 3, 4].map((place) => (
          <div key={place} className="grid h-24 content-center gap-2 bg-panel p-3">
            <Skeleton className="h-2.5 w-14" />
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-2 w-full" />
          </div>
        ))}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Skeleton className="h-6.5 w-52" />
        <Skeleton className="h-60" />
      </div>
    </div>
  )
}
