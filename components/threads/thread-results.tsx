'use client'

import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { History, MessageSquare, Quote } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { titleOf } from '../conversation/thread-title'
import { messageHref } from '../conversation/use-message-actions'
import { readApiError } from '../data/api-error'
import { threadHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { usePermissions } from '../data/use-permissions'
import { useSettled } from '../list/use-settled'
import { PaletteGroup, PaletteItem, type PaletteResults } from '../shell/palette-item'
import { recentThreads } from '../shell/recent-threads'

/** The palette shows the newest few; the threads screen has all. */
const SHOWN = 6

/** What the palette finds: words in titles and ids of threads, and in messages, in all scopes; before that the last ones seen. */
export const ThreadResults: PaletteResults = ({ query, onDone }) =>
  query === '' ? <RecentThreads onDone={onDone} /> : <FoundThreads query={query} onDone={onDone} />

function FoundThreads({ query, onDone }: { query: string; onDone: () => void }) {
  const trpc = useTRPC()
  const router = useRouter()
  const text = useSettled(query, 200)
  const may = usePermissions()
  const shared = { placeholderData: keepPreviousData, enabled: text !== '' && may.read === true }
  const scopePattern = { all: true as const }
  const threads = useQuery(trpc.threads.list.queryOptions({ scopePattern, text, limit: SHOWN }, shared))
  const messages = useQuery(trpc.search.messages.queryOptions({ scopePattern, query: text, limit: SHOWN }, shared))
  const failed = threads.error ?? messages.error
  const hits = messages.data?.items ?? []
  return (
    <>
      {may.view && !may.read ? (
        <p className="px-3 py-2 text-12 text-ink-2">Your role sees no content, so it cannot look for words.</p>
      ) : null}
      {failed ? (
        <p className="px-3 py-2 text-12 text-bad">Not all was searched: {readApiError(failed).message}</p>
      ) : null}
      <ThreadGroup heading="Threads" threads={threads.data?.items ?? []} onDone={onDone} />
      {hits.length > 0 ? (
        <PaletteGroup heading="Messages" isForced>
          {hits.map(({ threadUid, seq, title, threadId, snippet }) => (
            <PaletteItem
              key={`${threadUid}:${seq}`}
              value={`message ${threadUid} ${seq}`}
              icon={<Quote aria-hidden="true" />}
              isForced
              onSelect={() => {
                onDone()
                router.push(messageHref(threadUid, seq))
              }}
            >
              <span dir="auto">{snippet.text}</span>
              <span className="ms-2 text-12 text-ink-3">{title ?? threadId}</span>
            </PaletteItem>
          ))}
        </PaletteGroup>
      ) : null}
    </>
  )
}

/** Threads that were opened in this tab, the last first. */
function RecentThreads({ onDone }: { onDone: () => void }) {
  const trpc = useTRPC()
  const [uids] = useState(recentThreads)
  const threads = useQueries({ queries: uids.map((uid) => trpc.threads.get.queryOptions({ uid }, { retry: false })) })
  return (
    <ThreadGroup
      heading="Lately"
      icon={<History aria-hidden="true" />}
      threads={threads.flatMap(({ data }) => data ?? [])}
      onDone={onDone}
    />
  )
}

interface ThreadGroupProps {
  heading: string
  icon?: React.ReactNode
  threads: readonly ThreadView[]
  onDone: () => void
}

function ThreadGroup({ heading, icon, threads, onDone }: ThreadGroupProps) {
  const router = useRouter()
  if (threads.length === 0) return null
  return (
    <PaletteGroup heading={heading} isForced>
      {threads.map((thread) => (
        <PaletteItem
          key={thread.uid}
          value={`thread ${thread.uid}`}
          icon={icon ?? <MessageSquare aria-hidden="true" />}
          isForced
          onSelect={() => {
            onDone()
            router.push(threadHref(thread.uid))
          }}
        >
          <span dir="auto">{titleOf(thread)}</span>
          <span className="ms-2 text-12 text-ink-3">{thread.scope.tenant}</span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  )
}
