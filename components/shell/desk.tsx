'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { signOut } from '../auth/sign-in'
import { useTRPC } from '../data/trpc'
import { useUnread } from '../inbox/use-inbox'
import { useRemoveSamples } from '../samples/use-remove-samples'
import { ThreadResults } from '../threads/thread-results'
import { showToast } from '../ui/toast'
import type { PlaceCounts } from './places'
import { forgetRecentThreads } from './recent-threads'
import { Shell } from './shell'

/** The shell with what the server knows: who is signed in, how many there are of each place, what a search finds. */
export function Desk({ children }: { children: ReactNode }) {
  const trpc = useTRPC()
  const { data: viewer } = useQuery(trpc.viewer.get.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }))
  const { data } = useQuery(trpc.overview.get.queryOptions())
  const removeSamples = useRemoveSamples()
  const inbox = useUnread()
  const counts: PlaceCounts = data
    ? {
        inbox: inbox?.unread || undefined,
        threads: data.threads.count,
        scopes: data.scopes.count,
        agents: data.agents,
        trash: data.trash.count || undefined,
      }
    : {}
  const capped = data ? [data.threads, data.scopes, data.trash].find((each) => each.capped) : undefined
  return (
    <Shell
      counts={counts}
      countCap={capped?.count}
      user={viewer ? { email: viewer.email, name: viewer.name } : undefined}
      permissions={viewer?.permissions}
      onSignOut={viewer ? () => void leave() : undefined}
      onRemoveSamples={data?.hasSamples ? () => removeSamples.mutate() : undefined}
      PaletteResults={ThreadResults}
    >
      {children}
    </Shell>
  )
}

async function leave(): Promise<void> {
  forgetRecentThreads()
  const refusal = await signOut()
  // A whole page load, so that nothing of the session stays.
  if (refusal === null || refusal.code === 'UNAUTHENTICATED') window.location.assign('/sign-in')
  else showToast({ title: 'You are still signed in', description: refusal.message, tone: 'bad' })
}
