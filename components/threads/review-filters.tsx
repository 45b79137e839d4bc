'use client'

import { useQuery } from '@tanstack/react-query'
import type { PersonView } from '@/server/schemas/people'
import { ReviewOutcome, ReviewStatus } from '@/server/schemas/review-facts'
import { useTRPC } from '../data/trpc'
import { outcomeWords, statusWords } from '../review/status-mark'
import { FilterChip } from '../ui/filter-chip'
import { ChoiceButton } from './choice-button'
import { describeAssignee } from './thread-filters'
import type { ThreadFilterState } from './thread-search'
import { useFacet } from './use-facet'
import type { ThreadSearchState } from './use-thread-search'

/** The filters of reviews: where a thread stands, what came of it, whose it is, who reviewed it last. */
export function ReviewFilters({ search, setSearch }: Pick<ThreadSearchState, 'search' | 'setSearch'>) {
  const trpc = useTRPC()
  const people = useQuery(trpc.people.list.queryOptions(undefined, { staleTime: 60_000 }))
  const { status, outcome, assignee, reviewer } = search
  const items = people.data?.items ?? []
  const person = items.find(({ id }) => id === assignee)
  return (
    <>
      <FilterChip
        label="status"
        value={status ? statusWords[status].toLowerCase() : undefined}
        onClear={() => setSearch({ status: null })}
      >
        {(close) => (
          <ReviewChoice
            by="status"
            filters={search}
            choices={ReviewStatus.options.map((value) => ({ value, label: statusWords[value] }))}
            onChoose={(next) => {
              setSearch({ status: next })
              close()
            }}
          />
        )}
      </FilterChip>
      <FilterChip label="outcome" value={outcome ?? undefined} onClear={() => setSearch({ outcome: null })}>
        {(close) => (
          <ReviewChoice
            by="outcome"
            filters={search}
            choices={ReviewOutcome.options.map((value) => ({ value, label: outcomeWords[value] }))}
            onChoose={(next) => {
              setSearch({ outcome: next })
              close()
            }}
          />
        )}
      </FilterChip>
      <FilterChip
        label="assignee"
        value={person?.name ?? describeAssignee(assignee)}
        onClear={() => setSearch({ assignee: null })}
      >
        {(close) => (
          <ReviewChoice
            by="assignee"
            filters={search}
            choices={[{ value: 'none', label: 'Nobody' }, ...items.map(({ id, name }) => ({ value: id, label: name }))]}
            onChoose={(next) => {
              setSearch({ assignee: next })
              close()
            }}
          />
        )}
      </FilterChip>
      <FilterChip
        label="reviewed by"
        value={items.find(({ email }) => email === reviewer)?.name ?? (reviewer || undefined)}
        onClear={() => setSearch({ reviewer: null })}
      >
        {(close) => (
          <ReviewerChoice
            filters={search}
            people={items}
            onChoose={(next) => {
              setSearch({ reviewer: next })
              close()
            }}
          />
        )}
      </FilterChip>
    </>
  )
}

interface ReviewChoiceProps<Value extends string> {
  by: 'status' | 'outcome' | 'assignee'
  filters: ThreadFilterState
  choices: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** The choices of one of them, and how many threads each would give under the other filters. */
function ReviewChoice<Value extends string>({ by, filters, choices, onChoose }: ReviewChoiceProps<Value>) {
  const { countOf } = useFacet(by, filters)
  return (
    <div className="-mx-1 max-h-64 overflow-y-auto">
      {choices.map(({ value, label }) => (
        <ChoiceButton
          key={value}
          isChosen={filters[by] === value}
          aside={countOf(value)}
          onChoose={() => onChoose(value)}
        >
          {label}
        </ChoiceButton>
      ))}
    </div>
  )
}

interface ReviewerChoiceProps {
  filters: ThreadFilterState
  people: readonly PersonView[]
  onChoose: (email: string) => void
}

/** Everybody who may sign in, then whoever reviewed and has left since: they are known by their e-mail alone. */
function ReviewerChoice({ filters, people, onChoose }: ReviewerChoiceProps) {
  const { values, countOf } = useFacet('reviewer', filters)
  const left = values.filter(({ value }) => !people.some(({ email }) => email === value))
  const choices = [...people, ...left.map(({ value }) => ({ email: value, name: value }))]
  return (
    <div className="-mx-1 max-h-64 overflow-y-auto">
      {choices.map(({ email, name }) => (
        <ChoiceButton
          key={email}
          isChosen={filters.reviewer === email}
          aside={countOf(email)}
          onChoose={() => onChoose(email)}
        >
          {name}
        </ChoiceButton>
      ))}
    </div>
  )
}
