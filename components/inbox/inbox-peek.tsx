'use client'

import { useQuery } from '@tanstack/react-query'
import { Check, Undo2, X } from 'lucide-react'
import type { InboxItemView } from '@/server/schemas/inbox'
import { titleOf } from '../conversation/thread-title'
import { QueryError } from '../data/query-error'
import { threadsHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { NoteText } from '../notes/note-text'
import { PeekMessages } from '../threads/peek-messages'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { Link } from '../ui/link'
import { Skeleton } from '../ui/skeleton'
import { Time } from '../ui/time'
import { describeItem } from './inbox-words'

export interface InboxPeekProps {
  item: InboxItemView
  onClose: () => void
  /** Goes to the place, as read. */
  onOpen: () => void
  /** Read, and on to the next. */
  onDone: () => void
  onToggle: () => void
}

/** What somebody wrote, over the messages that it is about. */
export function InboxPeek({ item, onClose, onOpen, onDone, onToggle }: InboxPeekProps) {
  const trpc = useTRPC()
  const { thread, note } = item
  const { data, error, isFetching, refetch } = useQuery(trpc.threads.get.queryOptions({ uid: thread.uid }))
  return (
    <aside
      aria-label="What is for you"
      className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] border-line border-s bg-panel max-xl:absolute max-xl:inset-y-0 max-xl:end-0 max-xl:z-20 max-xl:w-full max-xl:max-w-150 max-xl:shadow-float"
    >
      <header className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-b px-4 py-3">
        <div className="flex items-center gap-1">
          <h2 className="min-w-0 flex-1 truncate font-semibold text-16" title={titleOf(thread)} dir="auto">
            {titleOf(thread)}
          </h2>
          <IconButton label="Close" hint="escape" icon={<X aria-hidden="true" />} onClick={onClose} />
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-2">
          <Link
            href={threadsHref(thread.scope)}
            className="min-w-0 truncate rounded-xs font-mono underline-offset-2 hover:underline"
          >
            {thread.scope.tenant}
            {thread.scope.subject ? ` / ${thread.scope.subject}` : ''}
          </Link>
          <span>{describeItem(item)}</span>
          <Time value={item.createdAt} show="minute" className="text-ink-3" />
        </p>
        {note ? (
          <NoteText
            text={note.text}
            mentions={note.mentions}
            className="max-h-40 overflow-y-auto border-line-strong border-s-2 ps-3"
          />
        ) : null}
      </header>
      {data ? (
        <PeekMessages key={item.id} thread={data} around={note?.seq ?? undefined} />
      ) : error ? (
        <div className="overflow-y-auto p-4">
          <QueryError
            layout="inline"
            title="The thread could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </div>
      ) : (
        <div role="status" className="grid content-start gap-3 p-4">
          <span className="sr-only">Loading the thread</span>
          <Skeleton className="w-4/5" />
          <Skeleton className="w-1/2" />
        </div>
      )}
      <footer className="flex items-center gap-1.5 border-line border-t px-4 py-2.5">
        {item.isRead ? null : (
          <Button variant="main" icon={<Check aria-hidden="true" strokeWidth={1.5} />} hint="e" onClick={onDone}>
            Read, next
          </Button>
        )}
        <Button hint="enter" onClick={onOpen}>
          Open
        </Button>
        {item.isRead ? (
          <Button icon={<Undo2 aria-hidden="true" strokeWidth={1.5} />} hint="u" onClick={onToggle}>
            Unread again
          </Button>
        ) : null}
      </footer>
    </aside>
  )
}
