'use client'

import type { ReactNode } from 'react'
import { FilterChip } from '../ui/filter-chip'
import { AgentChoice } from './agent-choice'
import { ReviewFilters } from './review-filters'
import { ScopeChoice } from './scope-choice'
import { describeSignals } from './signal-words'
import { SignalsChoice } from './signals-choice'
import { describeScope, describeTags, describeTokens } from './thread-filters'
import { ThreadTagsChoice } from './thread-tags-choice'
import { TimeChoice } from './time-choice'
import { describeTimeRange } from './time-range'
import { TokensChoice } from './tokens-choice'
import type { ThreadSearchState } from './use-thread-search'

export interface FilterBarProps extends Pick<ThreadSearchState, 'search' | 'setSearch'> {
  /** What differs from the view that is on. */
  changes?: ReactNode
  /** How many match: "1,284 of 48,210". */
  count: ReactNode
}

/** The filters that are on and those one can set, and how many threads are left. */
export function FilterBar({ search, setSearch, changes, count }: FilterBarProps) {
  return (
    <div className="relative flex min-h-10 items-center gap-1.5 px-4 py-2 max-sm:grid max-sm:gap-y-1">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-0.5 max-sm:*:shrink-0">
        <FilterChip label="agent" value={search.agent ?? undefined} onClear={() => setSearch({ agent: null })}>
          {(close) => (
            <AgentChoice
              filters={search}
              onChoose={(agent) => {
                setSearch({ agent })
                close()
              }}
            />
          )}
        </FilterChip>
        <FilterChip
          label="scope"
          value={describeScope(search)}
          onClear={() => setSearch({ tenant: null, subject: null })}
        >
          {(close) => (
            <ScopeChoice
              filters={search}
              onChoose={({ tenant, subject }) => {
                setSearch({ tenant, subject })
                close()
              }}
            />
          )}
        </FilterChip>
        {(['active', 'created'] as const).map((name) => {
          const range = search[name]
          return (
            <FilterChip
              key={name}
              label={name}
              value={range ? describeTimeRange(range) : undefined}
              onClear={() => setSearch({ [name]: null })}
            >
              {(close) => (
                <TimeChoice
                  by={name}
                  filters={search}
                  onChoose={(next) => {
                    setSearch({ [name]: next })
                    close()
                  }}
                />
              )}
            </FilterChip>
          )
        })}
        <FilterChip label="tags" value={describeTags(search)} onClear={() => setSearch({ tag: null })}>
          <ThreadTagsChoice filters={search} onChange={(tag) => setSearch({ tag: tag.length > 0 ? tag : null })} />
        </FilterChip>
        <FilterChip label="tokens" value={describeTokens(search)} onClear={() => setSearch({ min: null, max: null })}>
          {(close) => (
            <TokensChoice
              filters={search}
              onChoose={(range) => {
                setSearch(range)
                close()
              }}
            />
          )}
        </FilterChip>
        <FilterChip label="signals" value={describeSignals(search.signal)} onClear={() => setSearch({ signal: null })}>
          <SignalsChoice
            filters={search}
            onChange={(signal) => setSearch({ signal: signal.length > 0 ? signal : null })}
          />
        </FilterChip>
        <ReviewFilters search={search} setSearch={setSearch} />
        {changes}
      </div>
      <span className="self-start ps-2 text-ink-2 leading-6 tabular-nums whitespace-nowrap max-sm:ps-0 max-sm:text-12">
        {count}
      </span>
    </div>
  )
}
