'use client'

import { useQuery } from '@tanstack/react-query'
import { Fragment, useLayoutEffect, useRef } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { arrangeMessages } from '../conversation/arrange-messages'
import { MessagePlaceholders } from '../conversation/conversation-skeleton'
import { MessageArticle } from '../conversation/message-article'
import { railKind, reasonWords } from '../conversation/message-words'
import { toSeenItem } from '../conversation/use-message-store'
import { windowEdgeSeq } from '../conversation/window-edge-place'
import { windowTotals } from '../conversation/window-totals'
import { QueryError } from '../data/query-error'
import { threadHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { scrollInPane } from '../list/scroll-in-pane'
import { WindowEdge } from '../memory-bar/memory-rail'
import { LinkButton } from '../ui/button'
import { formatCount } from '../ui/number-format'

/** Messages shown; the rest is one press away. */
const NEWEST = 40
/** Messages before one that is looked at. */
const BEFORE = 10

interface PeekMessagesProps {
  thread: ThreadView
  around?: number
}

/** The newest messages of a thread with the rail, from the end upwards; or those around one, which is marked. */
export function PeekMessages(props: PeekMessagesProps) {
  return props.thread.isWithheld ? <Withheld uid={props.thread.uid} /> : <NewestMessages {...props} />
}

function Withheld({ uid }: { uid: string }) {
  return (
    <div className="grid content-start justify-items-start gap-2 overflow-auto p-4 text-13 text-ink-2">
      <p>What was said is withheld from your role.</p>
      <LinkButton href={threadHref(uid)}>Open the thread</LinkButton>
    </div>
  )
}

function NewestMessages({ thread, around }: PeekMessagesProps) {
  const { uid, messageCount, revision } = thread
  const trpc = useTRPC()
  const scroller = useRef<HTMLDivElement>(null)
  const end = around === undefined ? messageCount : Math.min(messageCount, Math.max(1, around - BEFORE) + NEWEST - 1)
  const from = Math.max(1, end - NEWEST + 1)
  const list = useQuery(trpc.messages.list.queryOptions({ uid, after: from - 1, limit: NEWEST }))
  const window = useQuery(trpc.messages.window.queryOptions({ uid, from, to: Math.max(1, end) }))
  const isLoaded = list.isSuccess && (window.isSuccess || window.isError)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest stand at the end, for each thread and each change of it
  useLayoutEffect(() => {
    const marked = scroller.current?.querySelector<HTMLElement>('.is-linked')
    if (marked) scrollInPane(marked)
    else scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [uid, revision, isLoaded, around])

  if (list.isError) {
    return (
      <div className="overflow-y-auto p-4">
        <QueryError
          layout="inline"
          title="The messages could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      </div>
    )
  }
  if (!isLoaded) {
    return (
      <div role="status" className="@container min-h-0 overflow-hidden">
        <span className="sr-only">Loading messages</span>
        <div aria-hidden="true">
          <MessagePlaceholders rows={6} />
        </div>
      </div>
    )
  }
  if (list.data.items.length === 0) return <p className="px-4 py-6 text-13 text-ink-2">No messages yet.</p>

  const rows = arrangeMessages(new Map(list.data.items.map((item) => [item.seq, item])), messageCount)
  const seen = new Map(window.data?.items.map((item) => [item.seq, toSeenItem(item)]))
  const totals = window.data ? windowTotals(window.data) : null
  const edge = windowEdgeSeq(seen)
  return (
    <section
      ref={scroller}
      aria-label={around === undefined ? 'Newest messages' : `Messages around ${around}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="@container min-h-0 overflow-y-auto py-3 focus-visible:-outline-offset-2"
    >
      {from > 1 ? (
        <div className="flex justify-center pb-3">
          <LinkButton href={threadHref(uid)} variant="bare" size="small">
            {formatCount(from - 1)} earlier
          </LinkButton>
        </div>
      ) : null}
      {[...rows].map(([seq, row]) => (
        <Fragment key={seq}>
          {seq === edge && totals ? (
            <WindowEdge
              seenMessages={totals.messages}
              totalMessages={totals.totalMessages}
              tokens={totals.tokens}
              maxTokens={totals.maxTokens}
            />
          ) : null}
          {row.kind === 'message' ? (
            <MessageArticle
              row={row}
              kind={railKind(seq, seen.get(seq), totals?.ranges ?? [])}
              reason={reasonWords(seen.get(seq), window.data?.settings ?? null)}
              agentName={thread.agentName}
              count={messageCount}
              isFirst={seq === 1}
              isLast={seq === messageCount}
              isLinked={seq === around || row.calls.some(({ result }) => result !== null && result.seq === around)}
            />
          ) : null}
        </Fragment>
      ))}
      {end < messageCount ? (
        <div className="flex justify-center pt-3">
          <LinkButton href={threadHref(uid)} variant="bare" size="small">
            {formatCount(messageCount - end)} later
          </LinkButton>
        </div>
      ) : null}
    </section>
  )
}
