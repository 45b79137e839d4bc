'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { TopLine } from '../shell/top-line'
import { Button } from '../ui/button'
import { NoMatchState } from '../ui/no-match-state'
import { formatQuantity } from '../ui/number-format'
import { SearchField } from '../ui/search-field'
import { SkeletonRows } from '../ui/skeleton'
import { AgentTable } from './agent-table'
import { NewAgentDialog } from './new-agent-dialog'

/** Agents in one page of the list. */
const PAGE = 100

/** All agents, what each sees, and how much each works; what holds for all of them comes first. */
export function AgentsPage() {
  const trpc = useTRPC()
  const [text, setText] = useQueryState('text', parseAsString.withDefault(''))
  const list = useInfiniteQuery(
    trpc.agents.list.infiniteQueryOptions({ limit: PAGE }, { getNextPageParam: (page) => page.nextCursor }),
  )
  const all = list.data?.pages.flatMap((page) => page.items) ?? []
  const app = list.data?.pages[0]?.app
  const wanted = text.trim().toLocaleLowerCase()
  const shown = wanted === '' ? all : all.filter((agent) => agent.name.toLocaleLowerCase().includes(wanted))
  return (
    <>
      <TopLine
        crumbs={[{ label: 'Agents' }]}
        actions={
          <>
            {all.length > 0 ? (
              <SearchField
                label="Find an agent"
                value={text}
                onValueChange={(value) => void setText(value || null)}
                className="w-56 max-sm:w-36"
              />
            ) : null}
            <NewAgentDialog
              trigger={
                <Button icon={<Plus aria-hidden="true" strokeWidth={1.5} />}>
                  <span className="max-sm:sr-only">Set up an agent</span>
                </Button>
              }
            />
          </>
        }
      />
      <div className="min-h-0 overflow-y-auto">
        {list.isPending ? <SkeletonRows rows={8} label="Loading agents" /> : null}
        {list.isError && !app ? (
          <QueryError
            title="The agents could not be loaded"
            kept="Nothing was changed."
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        ) : null}
        {app && wanted !== '' && shown.length === 0 ? (
          <NoMatchState
            title="No agent matches"
            filters={[{ label: 'name', value: text }]}
            text={`${formatQuantity(all.length, 'agent')} without the filter.`}
            onClear={() => void setText(null)}
          />
        ) : null}
        {app && (wanted === '' || shown.length > 0) ? (
          <AgentTable app={wanted === '' ? app : null} agents={shown} />
        ) : null}
        {app && all.length === 0 ? (
          <p className="max-w-140 px-4 py-6 text-13 text-ink-2">
            No agent has written yet. An agent stands here as soon as it writes with its agentName; until then you can
            set what all of them see, or set one up before its first write.
          </p>
        ) : null}
        {list.hasNextPage ? (
          <div className="px-4 py-3">
            <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              More agents
            </Button>
          </div>
        ) : null}
      </div>
    </>
  )
}
