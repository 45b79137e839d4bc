'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Input } from '../ui/input'
import { formatCount } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'
import { ChoiceButton } from './choice-button'

/** Above this many, a field narrows the list. */
const FEW = 8

/** Which agent's threads. */
export function AgentChoice({ value, onChoose }: { value: string | null; onChoose: (agent: string) => void }) {
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
            aside={formatCount(agent.threads)}
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
