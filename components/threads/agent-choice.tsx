'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Input } from '../ui/input'
import { Skeleton } from '../ui/skeleton'
import { ChoiceButton } from './choice-button'
import type { ThreadFilterState } from './thread-search'
import { useFacet } from './use-facet'

/** Above this many, a field narrows the list. */
const FEW = 8

/** Which agent's threads, and how many of each the other filters leave. */
export function AgentChoice({ filters, onChoose }: { filters: ThreadFilterState; onChoose: (agent: string) => void }) {
  const value = filters.agent
  const { countOf } = useFacet('agentName', filters)
  const trpc = useTRPC()
  const agents = useQuery(trpc.agents.list.queryOptions({}))
  const [text, setText] = useState('')
  if (agents.isPending) return <Skeleton className="my-2 w-32" />
  if (agents.isError) {
    return (
      <QueryError
        layout="inline"
        title="The agents could not be loaded"
        error={agents.error}
        onRetry={() => void agents.refetch()}
        isRetrying={agents.isFetching}
      />
    )
  }
  const { items } = agents.data
  if (items.length === 0) return <p className="text-12 text-ink-3">No agent has written yet.</p>
  const found = items.filter((agent) => agent.name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <div className="grid gap-2">
      {items.length > FEW ? (
        <Input aria-label="Find an agent" placeholder="Find an agent" value={text} onValueChange={setText} />
      ) : null}
      <div className="-mx-1 max-h-64 overflow-y-auto">
        {found.map((agent) => (
          <ChoiceButton
            key={agent.name}
            isChosen={agent.name === value}
            aside={countOf(agent.name)}
            onChoose={() => onChoose(agent.name)}
          >
            {agent.name}
          </ChoiceButton>
        ))}
        {found.length === 0 ? <p className="px-2 text-12 text-ink-3">No agent is called that.</p> : null}
      </div>
    </div>
  )
}
