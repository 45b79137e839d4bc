'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ListChecks, Plus } from 'lucide-react'
import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs'
import { useState } from 'react'
import type { QueueView } from '@/server/schemas/reviews'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { usePermissions } from '../data/use-permissions'
import { TopLine } from '../shell/top-line'
import { filterParsers } from '../threads/thread-search'
import { noFilters } from '../threads/use-thread-search'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { EmptyState } from '../ui/empty-state'
import { SkeletonRows } from '../ui/skeleton'
import { showToast } from '../ui/toast'
import { useShortcut } from '../ui/use-shortcut'
import { QueueDialog } from './queue-dialog'
import { QueueRow } from './queue-row'
import { ReasonsDialog } from './reasons-dialog'
import { useNextReview } from './use-next-review'

/** How often the backlogs are counted anew, in ms. */
const COUNT_EVERY = 30_000

/** With the form the address may carry the filters of a list, with which it begins. */
const addressParsers = { ...filterParsers, new: parseAsBoolean.withDefault(false), done: parseAsString }
const leftForm = { ...noFilters, new: null }

/** The queues: what waits in each, and the next of it. */
export function ReviewView() {
  const trpc = useTRPC()
  const may = usePermissions()
  const list = useQuery(trpc.queues.list.queryOptions(undefined, { refetchInterval: COUNT_EVERY }))
  const next = useNextReview()
  const [address, setAddress] = useQueryStates(addressParsers)
  const [editing, setEditing] = useState<QueueView | null>(null)
  const [removing, setRemoving] = useState<QueueView | null>(null)
  const [isListing, setIsListing] = useState(false)
  const queues = list.data?.items ?? []
  const own = queues.filter(({ isMember }) => isMember)
  // What one is at goes first, then what has waited longest.
  const first =
    own.find(({ holding }) => holding !== null) ??
    own
      .filter(({ backlog }) => backlog.count > 0)
      .toSorted((left, right) => (left.oldestAt ?? '').localeCompare(right.oldestAt ?? ''))[0]
  const create = () => void setAddress({ new: true })
  const take = () => {
    if (first) next.mutate({ queueId: first.id })
  }
  useShortcut('n', create, { label: 'Make a queue', isOn: may.act === true })
  useShortcut('e', take, { label: 'Review the next', isOn: may.edit === true && first !== undefined })
  const finished = queues.find(({ id }) => id === address.done)
  return (
    <>
      <TopLine
        crumbs={[{ label: 'Review' }]}
        banner={finished ? <Finished queue={finished} next={next} /> : undefined}
        actions={
          <>
            {may.act ? (
              <>
                <Button
                  variant="bare"
                  icon={<ListChecks aria-hidden="true" strokeWidth={1.5} />}
                  onClick={() => setIsListing(true)}
                  className="max-sm:hidden"
                >
                  Reasons
                </Button>
                <Button icon={<Plus aria-hidden="true" strokeWidth={1.5} />} hint="n" onClick={create}>
                  Make a queue
                </Button>
              </>
            ) : null}
            {may.edit && queues.length > 0 ? (
              <Button variant="main" hint="e" onClick={take} isBusy={next.isPending} disabled={!first}>
                Review next
              </Button>
            ) : null}
          </>
        }
      />
      <div className="min-h-0 overflow-y-auto">
        {list.isPending ? <SkeletonRows rows={4} label="Loading queues" /> : null}
        {list.isError && !list.data ? (
          <QueryError
            title="The queues could not be loaded"
            kept="Nothing was changed."
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        ) : null}
        {list.isSuccess && queues.length === 0 ? (
          <EmptyState
            title="No queues yet"
            text="A queue is a filter of the threads, or a sample of what it finds. Whoever reviews gets one thread after the other from it, the longest waiting first, and none that somebody else is at."
            action={
              may.act ? (
                <Button variant="main" onClick={create}>
                  Make the first queue
                </Button>
              ) : undefined
            }
          >
            {may.act ? null : <p className="text-12 text-ink-3">Leads make queues.</p>}
          </EmptyState>
        ) : null}
        {queues.length > 0 ? (
          <ul aria-label="Queues">
            {queues.map((queue) => (
              <QueueRow
                key={queue.id}
                queue={queue}
                isBusy={next.isPending && next.variables.queueId === queue.id}
                onNext={may.edit && queue.isMember ? () => next.mutate({ queueId: queue.id }) : undefined}
                onEdit={may.act ? () => setEditing(queue) : undefined}
                onDelete={may.act ? () => setRemoving(queue) : undefined}
              />
            ))}
          </ul>
        ) : null}
      </div>
      {address.new && may.act ? <QueueDialog onClose={() => void setAddress(leftForm)} /> : null}
      {editing ? <QueueDialog queue={editing} onClose={() => setEditing(null)} /> : null}
      {isListing ? <ReasonsDialog onClose={() => setIsListing(false)} /> : null}
      <DeleteQueue queue={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

function Finished({ queue, next }: { queue: QueueView; next: ReturnType<typeof useNextReview> }) {
  return (
    <>
      <span className="flex-1">
        {queue.backlog.count === 0
          ? `Nothing is left in ${queue.name}.`
          : `Nothing is left for you in ${queue.name}: what waits is with others, or you have skipped it.`}
      </span>
      {queue.backlog.count > 0 ? (
        <Button size="small" onClick={() => next.mutate({ queueId: queue.id, skipped: true })} isBusy={next.isPending}>
          What I skipped
        </Button>
      ) : null}
    </>
  )
}

function DeleteQueue({ queue, onClose }: { queue: QueueView | null; onClose: () => void }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const remove = useMutation(trpc.queues.delete.mutationOptions())
  return (
    <ConfirmDialog
      open={queue !== null}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={`Delete the queue ${queue?.name ?? ''}?`}
      description="Threads and what was reviewed stay as they are."
      action="Delete the queue"
      onConfirm={async () => {
        if (!queue) return
        await remove.mutateAsync({ id: queue.id })
        await cache.invalidateQueries({ queryKey: trpc.queues.pathKey() })
        showToast({ title: 'Queue deleted', description: queue.name, tone: 'good' })
      }}
    />
  )
}
