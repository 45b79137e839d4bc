'use client'

import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { GetAgentOutput } from '@/server/schemas/agents'
import { readApiError } from '../data/api-error'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { TopLine } from '../shell/top-line'
import { LinkButton } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Skeleton } from '../ui/skeleton'
import { AgentEditor } from './agent-editor'

export type AgentDetail = z.infer<typeof GetAgentOutput>

/** The window of one agent, or with null of all agents without one of their own. */
export function AgentPage({ name }: { name: string | null }) {
  const trpc = useTRPC()
  const agent = useQuery(trpc.agents.get.queryOptions(name === null ? { app: true } : { agentName: name }))
  const isUnknown = agent.error ? readApiError(agent.error).code === 'NOT_FOUND' : false
  // An agent may be set up before it first writes: then the form starts from what holds for all.
  const app = useQuery(trpc.agents.get.queryOptions({ app: true }, { enabled: name !== null && isUnknown }))
  if (agent.data) return <AgentEditor key={name ?? ''} name={name} detail={agent.data} />
  if (isUnknown && app.data) {
    return <AgentEditor key={name ?? ''} name={name} detail={{ ...app.data, own: null, versions: [] }} />
  }
  const failure = isUnknown ? app.error : agent.error
  const crumbs = [{ label: 'Agents', href: '/agents' }, { label: name ?? 'All agents' }] as const
  return (
    <>
      <TopLine crumbs={crumbs} />
      {failure ? (
        <div className="overflow-auto">
          <QueryError
            title="The agent could not be loaded"
            kept="Nothing was changed."
            error={failure}
            onRetry={() => void (isUnknown ? app.refetch() : agent.refetch())}
            isRetrying={agent.isFetching || app.isFetching}
          />
        </div>
      ) : (
        <EditorSkeleton />
      )}
    </>
  )
}

/** The address names no agent. */
export function NoAgentName() {
  return (
    <>
      <TopLine crumbs={[{ label: 'Agents', href: '/agents' }, { label: 'Not found' }]} />
      <EmptyState
        title="Which agent?"
        text="The address names none."
        action={
          <LinkButton href="/agents" variant="main">
            Go to agents
          </LinkButton>
        }
      />
    </>
  )
}

const blocks = ['h-7', 'h-14', 'h-14', 'h-7', 'h-7', 'h-9', 'h-9', 'h-16']

function EditorSkeleton() {
  return (
    <div role="status" className="overflow-hidden lg:grid lg:grid-cols-[400px_minmax(0,1fr)]">
      <span className="sr-only">Loading the agent</span>
      <div aria-hidden="true" className="grid content-start gap-5 border-line bg-panel p-5 lg:border-e">
        {blocks.map((height, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never move
          <div key={place} className="grid gap-2">
            <Skeleton className="w-24" />
            <Skeleton className={height} />
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="grid max-w-160 content-start gap-4 p-5">
        {blocks.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never move
          <Skeleton key={place} className={place % 2 ? 'w-3/5' : 'w-4/5'} />
        ))}
      </div>
    </div>
  )
}
