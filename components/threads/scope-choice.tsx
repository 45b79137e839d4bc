'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { useSettled } from '../list/use-settled'
import { Input } from '../ui/input'
import { ChoiceButton } from './choice-button'
import type { ThreadFilterState } from './thread-search'
import { useFacet } from './use-facet'

export interface ChosenScope {
  tenant: string
  /** Null for any subject of the tenant, '' for the scope without one. */
  subject: string | null
}

/** Which tenant, or which subject of it. */
export function ScopeChoice(props: { filters: ThreadFilterState; onChoose: (scope: ChosenScope) => void }) {
  const { filters, onChoose } = props
  const { countOf } = useFacet('scope', filters)
  const trpc = useTRPC()
  const [text, setText] = useState('')
  const wanted = useSettled(text.trim(), 200)
  const scopes = useQuery(
    trpc.scopes.list.queryOptions({ text: wanted || undefined, limit: 20 }, { placeholderData: keepPreviousData }),
  )
  const items = scopes.data?.items ?? []
  const tenants = [...new Set(items.map((item) => item.scope.tenant))]
  return (
    <div className="grid gap-2">
      <Input
        aria-label="Tenant or subject"
        placeholder="Tenant or subject"
        value={text}
        onValueChange={setText}
        spellCheck={false}
      />
      {scopes.isError ? (
        <QueryError
          layout="inline"
          title="The scopes could not be loaded"
          error={scopes.error}
          onRetry={() => void scopes.refetch()}
          isRetrying={scopes.isFetching}
        />
      ) : null}
      <div className="-mx-1 max-h-72 overflow-y-auto">
        {tenants.map((tenant) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons
          <div key={tenant} role="group" aria-label={tenant}>
            <ChoiceButton aside="any subject" onChoose={() => onChoose({ tenant, subject: null })}>
              {tenant}
            </ChoiceButton>
            {items
              .filter((item) => item.scope.tenant === tenant)
              .map((item) => (
                <ChoiceButton
                  key={item.scope.subject}
                  aside={countOf(tenant, item.scope.subject)}
                  onChoose={() => onChoose({ tenant, subject: item.scope.subject })}
                >
                  <span className="ps-3 font-mono text-12">{item.scope.subject || 'no subject'}</span>
                </ChoiceButton>
              ))}
          </div>
        ))}
        {scopes.isSuccess && items.length === 0 ? (
          <p className="px-2 py-1 text-12 text-ink-3">No scope with threads has that in its name.</p>
        ) : null}
      </div>
    </div>
  )
}
