'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { useSettled } from '../list/use-settled'
import { TopLine } from '../shell/top-line'
import { Button, LinkButton } from '../ui/button'
import { CodeSnippet } from '../ui/code-snippet'
import { EmptyState } from '../ui/empty-state'
import { NoMatchState } from '../ui/no-match-state'
import { SearchField } from '../ui/search-field'
import { SkeletonRows } from '../ui/skeleton'
import { agentHref } from './agent-href'
import { parseAsAgentOrder } from './agent-order'
import { AgentTable } from './agent-table'
import { NewAgentDialog } from './new-agent-dialog'
import { SettingsTransfer } from './settings-transfer'

/** Agents in one page of the list. */
const PAGE = 100

/** All agents, what each sees, and how much each works; what holds for all of them comes first. */
export function AgentsPage() {
  const trpc = useTRPC()
  const [text, setText] = useQueryState('text', parseAsString.withDefault(''))
  const [order, setOrder] = useQueryState('sort', parseAsAgentOrder)
  const wanted = useSettled(text.trim(), 200)
  const list = useInfiniteQuery(
    trpc.agents.list.infiniteQueryOptions(
      { limit: PAGE, sort: order, ...(wanted === '' ? {} : { text: wanted }) },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  )
  const agents = list.data?.pages.flatMap((page) => page.items) ?? []
  const app = list.data?.pages[0]?.app
  const isEmpty = app !== undefined && agents.length === 0
  return (
    <>
      <TopLine
        crumbs={[{ label: 'Agents' }]}
        actions={
          <>
            <SearchField
              label="Find an agent"
              value={text}
              onValueChange={(value) => void setText(value || null)}
              className="w-56 max-sm:w-36"
            />
            <SettingsTransfer />
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
        {isEmpty && wanted !== '' ? (
          <NoMatchState
            title="No agent matches"
            filters={[{ label: 'name', value: text }]}
            onClear={() => void setText(null)}
          />
        ) : null}
        {app && !(isEmpty && wanted !== '') ? (
          <AgentTable
            app={wanted === '' ? app : null}
            agents={agents}
            order={order}
            onOrderChange={(next) => void setOrder(next)}
          />
        ) : null}
        {isEmpty && wanted === '' ? <NoAgentsYet /> : null}
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

const CODE = `const memory = loci.for({ tenant: 'acme', subject: 'user-1' }).memory
const { messages } = await memory.read({ sessionId: 'order-7', agentName: 'support' })
const state = [...messages, { role: 'user', content: 'Where is my parcel?' }]
await memory.write({ sessionId: 'order-7', agentName: 'support', messages: state })`

/** Nobody has written with a name: says how an agent gets here, and what can be set before. */
function NoAgentsYet() {
  return (
    <EmptyState
      title="No agent has written yet"
      text="An agent stands here as soon as it writes with its agentName. Until it has a window of its own it sees what is set for all agents; either can be set before the first write."
      action={<LinkButton href={agentHref(null)}>Set what all agents see</LinkButton>}
    >
      <CodeSnippet snippets={[{ label: 'TypeScript', code: CODE }]} />
    </EmptyState>
  )
}
