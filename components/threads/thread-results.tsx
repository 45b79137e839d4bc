'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { titleOf } from '../conversation/thread-title'
import { readApiError } from '../data/api-error'
import { threadHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { useSettled } from '../list/use-settled'
import { PaletteGroup, PaletteItem, type PaletteResults } from '../shell/command-palette'

/** The palette shows the newest few; the threads screen has all. */
const SHOWN = 8

/** What the palette finds among threads: words in titles, ids and messages, in all scopes. */
export const ThreadResults: PaletteResults = ({ query, onDone }) => {
  const trpc = useTRPC()
  const router = useRouter()
  const text = useSettled(query, 200)
  const found = useQuery(
    trpc.threads.list.queryOptions(
      { scopePattern: { all: true }, text, limit: SHOWN },
      { placeholderData: keepPreviousData, enabled: text !== '' },
    ),
  )
  if (found.isError) {
    return <p className="px-3 py-2 text-12 text-bad">Threads were not searched: {readApiError(found.error).message}</p>
  }
  const items = found.data?.items ?? []
  if (items.length === 0) return null
  return (
    <PaletteGroup heading="Threads" isForced>
      {items.map((thread) => (
        <PaletteItem
          key={thread.uid}
          value={`thread ${thread.uid}`}
          icon={<MessageSquare aria-hidden="true" />}
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
