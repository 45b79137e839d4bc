'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { debounce, parseAsNativeArrayOf, parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { useSettled } from '../list/use-settled'
import { TopLine } from '../shell/top-line'
import { LinkButton } from '../ui/button'
import { classNames } from '../ui/class-names'
import { EmptyState } from '../ui/empty-state'
import { NoMatchState } from '../ui/no-match-state'
import { SearchField } from '../ui/search-field'
import { SkeletonRows } from '../ui/skeleton'
import { BranchEnd, TenantBranch, type Tree } from './tree-branches'
import { treeGrid } from './tree-row'
import { useTreeKeys } from './use-tree-keys'

const PAGE = 50
const parseText = parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(250) })
const columns = ['Threads', 'Messages', 'Tokens', 'Active'] as const

/** The scopes screen: tenants, their subjects and threads as a tree, with what each holds. */
export function ScopesView() {
  const trpc = useTRPC()
  const [q, setQ] = useQueryState('q', parseText)
  const [open, setOpen] = useQueryState('open', parseAsNativeArrayOf(parseAsString))
  // While something is looked for, tenants are open by themselves.
  const [shut, setShut] = useState<readonly string[]>([])
  const text = useSettled(q.trim(), 250)
  const isFiltered = text !== ''
  const list = useInfiniteQuery(
    trpc.scopes.tenants.infiniteQueryOptions(
      { text: text || undefined, limit: PAGE },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  )
  const tenants = list.data?.pages.flatMap((page) => page.items) ?? []
  const isOpen: Tree['isOpen'] = (key, level) => (isFiltered && level === 1 ? !shut.includes(key) : open.includes(key))
  const toggle = (key: string, next: boolean) => {
    const isTenant = tenants.some(({ tenant }) => key === `/scopes/~${encodeURIComponent(tenant)}`)
    if (isFiltered && isTenant) setShut((keys) => (next ? keys.filter((each) => each !== key) : [...keys, key]))
    else void setOpen((keys) => (next ? [...keys, key] : keys.filter((each) => each !== key)))
  }
  const keys = useTreeKeys(toggle)
  const tree: Tree = { keys, text, isOpen, setOpen: toggle }

  return (
    <>
      <TopLine
        crumbs={[{ label: 'Scopes' }]}
        actions={
          <SearchField
            label="Find a tenant or subject"
            value={q}
            onValueChange={(next) => {
              setShut([])
              void setQ(next || null)
            }}
            className="max-sm:w-56"
          />
        }
      />
      <div className="min-h-0 overflow-y-auto">
        {list.isPending ? <SkeletonRows rows={12} label="Loading scopes" /> : null}
        {list.isError && !list.data ? (
          <QueryError
            title="The scopes could not be loaded"
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        ) : null}
        {list.data && tenants.length === 0 ? (
          isFiltered ? (
            <NoMatchState
              title="No scope matches"
              filters={[{ label: 'text', value: text }]}
              onClear={() => void setQ(null)}
            />
          ) : (
            <EmptyState
              title="No scopes yet"
              text="A scope is a tenant and a subject within it: a customer, a user, a device. It appears here with its first thread."
              action={
                <LinkButton href="/threads" variant="main">
                  Write the first thread
                </LinkButton>
              }
            />
          )
        ) : null}
        {tenants.length > 0 ? (
          <table
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows one opens and moves through by keys is a treegrid
            role="treegrid"
            aria-label="Scopes"
            aria-busy={list.isPlaceholderData || undefined}
            onKeyDown={keys.onKeyDown}
            className={classNames('block w-full transition-opacity', list.isPlaceholderData && 'opacity-60')}
          >
            <thead className="block bg-panel max-sm:sr-only sm:sticky sm:top-0 sm:z-2">
              <tr className={classNames('border-line border-b py-1.5 font-medium text-11 text-ink-3', treeGrid)}>
                <th scope="col" className="ps-7 text-start font-medium">
                  Tenant, subject, thread
                </th>
                {columns.map((name) => (
                  <th key={name} scope="col" className="text-end font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="block">
              {tenants.map((tenant, place) => (
                <TenantBranch key={tenant.tenant} tenant={tenant} tree={tree} isFirst={place === 0} />
              ))}
              <BranchEnd list={list} what="tenants" level={1} />
            </tbody>
          </table>
        ) : null}
      </div>
    </>
  )
}
