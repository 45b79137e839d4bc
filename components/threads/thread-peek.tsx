'use client'

import { useQuery } from '@tanstack/react-query'
import { GitFork, Tag, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { ForkDialog } from '../conversation/fork-dialog'
import { ThreadTags } from '../conversation/thread-tags'
import { titleOf } from '../conversation/thread-title'
import { QueryError } from '../data/query-error'
import { threadHref, threadsHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { usePermissions } from '../data/use-permissions'
import { MemoryBar } from '../memory-bar/memory-bar'
import { AssigneeMenu } from '../review/assignee-menu'
import { ReviewBar } from '../review/review-bar'
import { useAssign } from '../review/use-assign'
import { OwnWindowMark } from '../studio/own-window-mark'
import { Button, LinkButton } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { Link } from '../ui/link'
import { formatCount, formatQuantity, formatShare } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'
import { useShortcut } from '../ui/use-shortcut'
import { DeleteDialog } from './delete-dialog'
import { PeekMessages } from './peek-messages'

export interface ThreadPeekProps {
  uid: string
  /** The thread as the list has it, shown until the newest answer is there. */
  listed: ThreadView | undefined
  onClose: () => void
  onDelete: (thread: ThreadView) => void
  /** To the next thread of the list. */
  onNext: () => void
}

/** A thread beside the list: what it is, what its agent sees of it, its newest messages. */
export function ThreadPeek({ uid, listed, onClose, onDelete, onNext }: ThreadPeekProps) {
  const trpc = useTRPC()
  const { data, error, isFetching, refetch } = useQuery(
    trpc.threads.get.queryOptions({ uid }, { placeholderData: listed }),
  )
  return (
    <aside
      aria-label="The thread that is looked at"
      className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto_auto] border-line border-s bg-panel max-xl:absolute max-xl:inset-y-0 max-xl:end-0 max-xl:z-20 max-xl:w-full max-xl:max-w-114 max-xl:shadow-float"
    >
      {data ? (
        <PeekBody key={uid} thread={data} onClose={onClose} onDelete={onDelete} onNext={onNext} />
      ) : error ? (
        <div className="row-span-4 overflow-y-auto">
          <div className="flex justify-end p-2">
            <IconButton isPlain label="Close" icon={<X aria-hidden="true" />} onClick={onClose} />
          </div>
          <QueryError
            title="The thread could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
            className="py-4"
          />
        </div>
      ) : (
        <div role="status" className="row-span-4 grid content-start gap-3 p-4">
          <span className="sr-only">Loading the thread</span>
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="w-4/5" />
          <Skeleton className="h-2" />
          <Skeleton className="w-1/2" />
        </div>
      )}
    </aside>
  )
}

function PeekBody(props: { thread: ThreadView } & Omit<ThreadPeekProps, 'uid' | 'listed'>) {
  const { thread, onClose, onDelete, onNext } = props
  const may = usePermissions()
  const assign = useAssign()
  const [isTagging, setIsTagging] = useState(false)
  const [isForking, setIsForking] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  useShortcut('t', () => setIsTagging(true), { label: 'Tag the thread', group: 'List' })
  useShortcut('#', () => setIsDeleting(true), { label: 'Delete the thread', group: 'List' })
  return (
    <>
      <header className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-b px-4 py-3">
        <div className="flex items-center gap-1">
          <h2 className="min-w-0 flex-1 truncate font-semibold text-16" title={titleOf(thread)} dir="auto">
            {titleOf(thread)}
          </h2>
          <LinkButton href={threadHref(thread.uid)} variant="bare">
            Open
          </LinkButton>
          <IconButton label="Close" hint="escape" icon={<X aria-hidden="true" />} onClick={onClose} />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-12 text-ink-2">
          <Link
            href={threadsHref(thread.scope)}
            className="min-w-0 truncate rounded-xs font-mono underline-offset-2 hover:underline"
          >
            {thread.scope.tenant}
            {thread.scope.subject ? ` / ${thread.scope.subject}` : ''}
          </Link>
          <span className="truncate">{thread.agentName ?? 'no agent'}</span>
          <span className="tabular-nums">{formatQuantity(thread.messageCount, 'message')}</span>
          <ThreadTags thread={thread} isAdding={isTagging} onAddingChange={setIsTagging} />
        </div>
        <PeekMemory thread={thread} />
      </header>
      <PeekMessages thread={thread} />
      <ReviewBar
        thread={thread}
        queueId={null}
        hasNext
        onNext={onNext}
        isOn={!isForking && !isDeleting && !isTagging}
      />
      <footer className="flex flex-wrap items-center gap-1.5 border-line border-t px-4 py-2.5">
        <LinkButton href={threadHref(thread.uid)}>Open</LinkButton>
        <Button icon={<Tag aria-hidden="true" strokeWidth={1.5} />} onClick={() => setIsTagging(true)} hint="t">
          Tag
        </Button>
        {may.edit ? (
          <AssigneeMenu
            label={thread.review.assignee?.name ?? 'Assign'}
            isBusy={assign.isPending}
            onAssign={(assignee) => assign.mutate({ uids: [thread.uid], assignee })}
          />
        ) : null}
        <Button icon={<GitFork aria-hidden="true" strokeWidth={1.5} />} onClick={() => setIsForking(true)}>
          Fork
        </Button>
        <span className="flex-1" />
        <IconButton
          variant="danger"
          label="Delete"
          hint="#"
          icon={<Trash2 aria-hidden="true" strokeWidth={1.5} />}
          onClick={() => setIsDeleting(true)}
        />
      </footer>
      {isForking ? <ForkDialog thread={thread} upTo={null} onClose={() => setIsForking(false)} /> : null}
      {isDeleting ? (
        <DeleteDialog threads={[thread]} onClose={() => setIsDeleting(false)} onConfirm={() => onDelete(thread)} />
      ) : null}
    </>
  )
}

function PeekMemory({ thread }: { thread: ThreadView }) {
  const { seen, tokenCount } = thread
  if (!seen) return null
  return (
    <div className="grid gap-1">
      <MemoryBar segments={seen.segments} total={tokenCount} size="large" isDecorative />
      <div className="flex justify-between gap-3 text-12 text-ink-2 tabular-nums">
        <span>
          agent sees {formatQuantity(seen.messages, 'message')}, {formatQuantity(seen.tokens, 'token')}:{' '}
          {formatShare(seen.tokens, tokenCount)}
          {seen.overBudget ? ', over its budget' : ''} <OwnWindowMark isOwn={seen.source === 'thread'} />
        </span>
        <span className="shrink-0 text-ink-3">{formatCount(tokenCount)} in all</span>
      </div>
    </div>
  )
}
