'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTable } from '@tanstack/react-table'
import { Upload } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo, useState } from 'react'
import { type JobEntry, JobState as StateSchema } from '@/server/schemas/jobs'
import { useTRPC } from '../data/trpc'
import { usePermissions } from '../data/use-permissions'
import { EndlessList } from '../list/endless-list'
import { listFeatures } from '../list/list-features'
import { TopLine } from '../shell/top-line'
import { ChoiceButton } from '../threads/choice-button'
import { LinkButton } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { FilterChip } from '../ui/filter-chip'
import { NoMatchState } from '../ui/no-match-state'
import { jobColumnsOf, jobGrid } from './job-columns'
import { JobDialog } from './job-dialog'
import { jobKinds, kindWords, stateWords } from './job-words'
import { useJobActions } from './use-job-actions'

const PAGE = 50
/** How often running jobs are looked at, in ms; others' may begin at any time. */
const WHILE_RUNNING = 1_000
const WHILE_QUIET = 10_000
const states = StateSchema.options
const none: readonly JobEntry[] = []
const idOf = (job: JobEntry) => job.id
const isGoing = ({ state }: JobEntry) => state === 'running' || state === 'queued'

const parsers = { state: parseAsStringLiteral(states), kind: parseAsString, job: parseAsString }

/** All that runs and ran in the background: how far it is, what came of it, and what can be done with it. */
export function JobsView() {
  const trpc = useTRPC()
  const { act } = usePermissions()
  const [search, setSearch] = useQueryStates(parsers)
  const [cursor, setCursor] = useState<string | null>(search.job)
  const actions = useJobActions()
  const list = useInfiniteQuery(
    trpc.jobs.list.infiniteQueryOptions(
      {
        states: search.state ? [search.state] : undefined,
        kinds: search.kind ? [search.kind] : undefined,
        limit: PAGE,
      },
      {
        getNextPageParam: (page) => page.nextCursor,
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) =>
          state.data?.pages.some(({ items }) => items.some(isGoing)) ? WHILE_RUNNING : WHILE_QUIET,
      },
    ),
  )
  const jobs = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? none, [list.data])
  const columns = useMemo(() => jobColumnsOf(actions, () => Date.now()), [actions])
  const table = useTable({ features: listFeatures, columns, data: jobs, getRowId: idOf })
  const open = ({ id }: JobEntry) => {
    setCursor(id)
    void setSearch({ job: id })
  }
  const filters = [
    ...(search.state ? [{ label: 'state', value: stateWords[search.state].toLowerCase() }] : []),
    ...(search.kind ? [{ label: 'kind', value: kindWords(search.kind) }] : []),
  ]
  return (
    <>
      <TopLine
        crumbs={[{ label: 'Jobs' }]}
        actions={
          act ? (
            <LinkButton href="/import" icon={<Upload aria-hidden="true" strokeWidth={1.5} />}>
              Import
            </LinkButton>
          ) : undefined
        }
      />
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
        <div className="flex min-h-10 flex-wrap items-center gap-1.5 border-line border-b bg-panel px-4 py-2">
          <FilterChip
            label="state"
            value={search.state ? stateWords[search.state] : undefined}
            onClear={() => void setSearch({ state: null })}
          >
            {(close) =>
              states
                .filter((state) => state !== 'queued')
                .map((state) => (
                  <ChoiceButton
                    key={state}
                    isChosen={state === search.state}
                    onChoose={() => {
                      void setSearch({ state })
                      close()
                    }}
                  >
                    {stateWords[state]}
                  </ChoiceButton>
                ))
            }
          </FilterChip>
          <FilterChip
            label="kind"
            value={search.kind ? kindWords(search.kind) : undefined}
            onClear={() => void setSearch({ kind: null })}
          >
            {(close) =>
              jobKinds.map(({ value, label }) => (
                <ChoiceButton
                  key={value}
                  isChosen={value === search.kind}
                  onChoose={() => {
                    void setSearch({ kind: value })
                    close()
                  }}
                >
                  {label}
                </ChoiceButton>
              ))
            }
          </FilterChip>
        </div>
        <EndlessList
          query={list}
          words={{
            loading: 'Loading jobs',
            failed: 'The jobs could not be loaded',
            kept: 'Those that run go on.',
            nextFailed: 'Older jobs could not be loaded',
          }}
          label="Jobs"
          noun="job"
          table={table}
          grid={jobGrid}
          total={list.hasNextPage ? undefined : jobs.length}
          cursor={cursor}
          onCursorChange={setCursor}
          onActivate={open}
          onOpen={open}
          arrangement={JSON.stringify(filters)}
          empty={
            filters.length > 0 ? (
              <NoMatchState
                title="No job matches"
                filters={filters}
                onClear={() => void setSearch({ state: null, kind: null })}
              />
            ) : (
              <EmptyState
                title="No jobs yet"
                text="Exports, imports and changes of all threads that match run here in the background: with their progress, a way to stop them, to try them again and to take them back."
                action={
                  <>
                    <LinkButton href="/threads">Go to threads</LinkButton>
                    {act ? <LinkButton href="/import">Import conversations</LinkButton> : null}
                  </>
                }
              />
            )
          }
        />
      </div>
      <JobDialog
        job={jobs.find(({ id }) => id === search.job)}
        actions={actions}
        onClose={() => void setSearch({ job: null })}
      />
    </>
  )
}
