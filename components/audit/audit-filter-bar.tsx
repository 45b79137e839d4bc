'use client'

import type { ReactNode } from 'react'
import { ChoiceButton } from '../threads/choice-button'
import { TimeFields } from '../threads/time-fields'
import { describeTimeRange } from '../threads/time-range'
import { FilterChip } from '../ui/filter-chip'
import type { AuditSearch } from './audit-search'
import { auditActions, deedWords, tenantWords } from './audit-words'
import { TextFilter } from './text-filter'

export interface AuditFilterBarProps {
  search: AuditSearch
  onChange: (changes: Partial<AuditSearch>) => void
  /** What stands at the end of the bar. */
  children?: ReactNode
}

/** What the audit log is filtered by. */
export function AuditFilterBar({ search, onChange, children }: AuditFilterBarProps) {
  const { when, actor, action, tenant, object, outcome } = search
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-1.5 border-line border-b bg-panel px-4 py-2">
      <FilterChip
        label="time"
        value={when ? describeTimeRange(when) : undefined}
        onClear={() => onChange({ when: null })}
      >
        {(close) => (
          <TimeFields
            value={when}
            onChoose={(range) => {
              onChange({ when: range })
              close()
            }}
          />
        )}
      </FilterChip>
      <FilterChip label="who" value={actor || undefined} onClear={() => onChange({ actor: null })}>
        {(close) => (
          <TextFilter
            label="Who did it"
            hint="The e-mail address of a person, the name of a key, or an id."
            value={actor}
            onChoose={(text) => {
              onChange({ actor: text })
              close()
            }}
          />
        )}
      </FilterChip>
      <FilterChip
        label="action"
        value={action ? deedWords(action).replace(/,$/, '') : undefined}
        onClear={() => onChange({ action: null })}
      >
        {(close) => (
          <div className="-mx-1 max-h-80 overflow-y-auto">
            {auditActions.map(({ value, words }) => (
              <ChoiceButton
                key={value}
                isChosen={value === action}
                onChoose={() => {
                  onChange({ action: value })
                  close()
                }}
              >
                {words} <span className="font-mono text-12 text-ink-3">{value}</span>
              </ChoiceButton>
            ))}
          </div>
        )}
      </FilterChip>
      <FilterChip
        label="tenant"
        value={tenant === null ? undefined : tenantWords(tenant)}
        onClear={() => onChange({ tenant: null })}
      >
        {(close) => (
          <div className="grid gap-3">
            <TextFilter
              label="Tenant"
              hint="Its name, as agents send it."
              value={tenant}
              onChoose={(text) => {
                onChange({ tenant: text })
                close()
              }}
            />
            <div className="-mx-1 border-line border-t pt-2">
              <ChoiceButton
                isChosen={tenant === ''}
                onChoose={() => {
                  onChange({ tenant: '' })
                  close()
                }}
              >
                The installation
              </ChoiceButton>
            </div>
          </div>
        )}
      </FilterChip>
      <FilterChip label="object" value={object || undefined} onClear={() => onChange({ object: null })}>
        {(close) => (
          <TextFilter
            label="What it was done to"
            hint="The id of a thread, a key, a person, or the name of an agent."
            value={object}
            onChoose={(text) => {
              onChange({ object: text })
              close()
            }}
          />
        )}
      </FilterChip>
      <FilterChip label="outcome" value={outcome ?? undefined} onClear={() => onChange({ outcome: null })}>
        {(close) =>
          (['done', 'refused'] as const).map((value) => (
            <ChoiceButton
              key={value}
              isChosen={value === outcome}
              onChoose={() => {
                onChange({ outcome: value })
                close()
              }}
            >
              {value}
            </ChoiceButton>
          ))
        }
      </FilterChip>
      {children}
    </div>
  )
}
