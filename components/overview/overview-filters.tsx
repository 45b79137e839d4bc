'use client'

import { AgentChoice } from '../threads/agent-choice'
import { ScopeChoice } from '../threads/scope-choice'
import { describeScope } from '../threads/thread-filters'
import type { ThreadFilterState } from '../threads/thread-search'
import { FilterChip } from '../ui/filter-chip'
import { RangeChoice } from './range-choice'
import type { OverviewState } from './use-overview'

export interface OverviewFiltersProps {
  state: OverviewState
  onChange: (changes: { [Key in keyof OverviewState]?: OverviewState[Key] | null }) => void
  /** Where the page itself is about one scope. */
  hasScope?: boolean
}

const noFilters = {
  q: '',
  active: null,
  created: null,
  tag: [],
  min: null,
  max: null,
  signal: [],
  status: null,
  outcome: null,
  assignee: null,
  reviewer: null,
}

/** Which time, agent and scope the figures are of. */
export function OverviewFilters({ state, onChange, hasScope = true }: OverviewFiltersProps) {
  const { agent, tenant, subject } = state
  const filters: ThreadFilterState = { ...noFilters, agent, tenant, subject }
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-1.5 border-line border-b bg-panel px-4 py-2">
      <RangeChoice range={state.range} onChange={(range) => onChange({ range })} />
      <FilterChip label="agent" value={state.agent ?? undefined} onClear={() => onChange({ agent: null })}>
        {(close) => (
          <AgentChoice
            filters={filters}
            onChoose={(agent) => {
              onChange({ agent })
              close()
            }}
          />
        )}
      </FilterChip>
      {hasScope ? (
        <FilterChip
          label="scope"
          value={describeScope(state)}
          onClear={() => onChange({ tenant: null, subject: null })}
        >
          {(close) => (
            <ScopeChoice
              filters={filters}
              onChoose={({ tenant, subject }) => {
                onChange({ tenant, subject })
                close()
              }}
            />
          )}
        </FilterChip>
      ) : null}
    </div>
  )
}
