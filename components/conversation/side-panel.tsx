'use client'

import { useId } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { QueryError } from '../data/query-error'
import { threadsHref } from '../data/scope-href'
import { usePermissions } from '../data/use-permissions'
import { ThreadWindow } from '../studio/thread-window'
import { CopyButton } from '../ui/copy-button'
import { Link } from '../ui/link'
import { Skeleton } from '../ui/skeleton'
import { Time } from '../ui/time'
import { EntryList } from './entry-list'
import { useFold } from './fold-memory'
import { ForkTree } from './fork-tree'
import { JsonTree } from './json-tree'
import { JudgementList } from './judgement-list'
import { FactRows, PanelSection } from './panel-section'
import { SummaryList } from './summary-list'
import { ThreadTags, type ThreadTagsProps } from './thread-tags'
import { ThreadTitle, type ThreadTitleProps } from './thread-title'
import type { SeenQuery } from './use-conversation'
import type { Given } from './use-given'
import { WindowFacts } from './window-facts'

export interface SidePanelProps {
  thread: ThreadView
  seen: SeenQuery
  title: Pick<ThreadTitleProps, 'isEditing' | 'onEditingChange'>
  tags: Pick<ThreadTagsProps, 'isAdding' | 'onAddingChange'>
  onGoTo: (seq: number) => void
  given: Given
}

/** All about a thread that is not its messages. */
export function SidePanel({ thread, seen, title, tags, onGoTo, given }: SidePanelProps) {
  const may = usePermissions()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <ThreadTitle thread={thread} {...title} />
        <ThreadTags thread={thread} {...tags} />
      </div>
      {seen.data ? (
        <>
          <WindowFacts thread={thread} seen={seen.data} />
          <ThreadWindow uid={thread.uid} seen={seen.data} />
        </>
      ) : seen.isError ? (
        <QueryError
          layout="inline"
          title="The window could not be loaded"
          error={seen.error}
          onRetry={() => void seen.refetch()}
          isRetrying={seen.isFetching}
        />
      ) : (
        <WindowSkeleton />
      )}
      <JudgementList thread={thread} onGoTo={onGoTo} />
      <SummaryList thread={thread} />
      {may.view && !may.read ? null : <EntryList thread={thread} onGoTo={onGoTo} given={given} />}
      <ForkTree thread={thread} />
      <ThreadFacts thread={thread} />
    </div>
  )
}

function WindowSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the window</span>
      <Skeleton className="w-28" />
      <Skeleton className="h-8 w-44" />
      <Skeleton className="w-full" />
      <Skeleton className="w-4/5" />
    </div>
  )
}

function ThreadFacts({ thread }: { thread: ThreadView }) {
  const [isRaw, setIsRaw] = useFold('thread:raw')
  const rawId = useId()
  return (
    <PanelSection title="Thread">
      <FactRows
        facts={[
          { label: 'Id', value: <CopiedId text={thread.threadId} label="Copy id" /> },
          { label: 'Uid', value: <CopiedId text={thread.uid} label="Copy uid" /> },
          {
            label: 'Scope',
            value: (
              <Link href={threadsHref(thread.scope)} className="underline-offset-2 hover:underline">
                {thread.scope.tenant}
                {thread.scope.subject ? ` / ${thread.scope.subject}` : ''}
              </Link>
            ),
          },
          { label: 'Agent', value: thread.agentName ?? 'none' },
          { label: 'Created', value: <Time value={thread.createdAt} show="minute" /> },
          {
            label: 'Last message',
            value: thread.lastMessageAt ? <Time value={thread.lastMessageAt} show="minute" /> : 'none',
          },
          { label: 'Last read by an agent', value: <Time value={thread.accessedAt} show="minute" /> },
          { label: 'Revision', value: thread.revision },
        ]}
      />
      <div className="border-line border-t py-1.5">
        <button
          type="button"
          aria-expanded={isRaw}
          aria-controls={rawId}
          onClick={() => setIsRaw(!isRaw)}
          className="h-6 rounded-sm font-medium text-12 text-ink-2 hover:text-ink pointer-coarse:h-11"
        >
          {isRaw ? 'Hide raw JSON' : 'Show raw JSON'}
        </button>
        <div id={rawId}>{isRaw ? <JsonTree name="thread:json" label="Thread" value={thread} /> : null}</div>
      </div>
    </PanelSection>
  )
}

function CopiedId({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex items-start justify-end gap-1">
      <code className="min-w-0 font-mono text-11 wrap-anywhere">{text}</code>
      <CopyButton text={text} label={label} size="small" className="-my-1 shrink-0" />
    </span>
  )
}
