'use client'

import type { ReactNode } from 'react'
import { FilterChip } from '../ui/filter-chip'
import { AgentChoice } from './agent-choice'
import { ScopeChoice } from './scope-choice'
import { TagsChoice } from './tags-choice'
import { describeScope, describeTags, describeTokens } from './thread-filters'
import { TimeChoice } from './time-choice'
import { describeTimeRange } from './time-range'
import { TokensChoice } from './tokens-choice'
import type { ThreadSearchState } from './use-thread-search'

export interface FilterBarProps extends Pick<ThreadSearchState, 'search' | 'setSearch'> {
  /** How many match: "1,284 of 48,210". */
  count: ReactNode
}

/** The filters that are on and those one can set, and how many threads are left. */
export function FilterBar({ search, setSearch, count }: FilterBarProps) {
  return (
    <div className="relative flex min-h-10 flex-wrap items-center gap-1.5 px-4 py-2 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:*:shrink-0">
      <FilterChip label="agent" value={search.agent ?? undefined} onClear={() => setSearch({ agent: null })}>
        {(close) => (
          <AgentChoice
            value={search.agent}
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
                initial={range}
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
        <TagsChoice tags={search.tag} onChange={(tag) => setSearch({ tag: tag.length > 0 ? tag : null })} />
      </FilterChip>
      <FilterChip label="tokens" value={describeTokens(search)} onClear={() => setSearch({ min: null, max: null })}>
        {(close) => (
          <TokensChoice
            initial={{ min: search.min, max: search.max }}
            onChoose={(range) => {
              setSearch(range)
              close()
            }}
          />
        )}
      </FilterChip>
      <span className="ms-auto ps-2 text-ink-2 tabular-nums whitespace-nowrap">{count}</span>
    </div>
  )
}
