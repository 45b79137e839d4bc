'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TenantSummary } from '@/server/schemas/insights'
import type { ScopeSummary } from '@/server/schemas/scopes'
import { titleOf } from '../conversation/thread-title'
import { QueryError } from '../data/query-error'
import { scopeHref, threadHref, threadsHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'
import { formatQuantity } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'
import { TreeRow, treeGrid } from './tree-row'
import type { TreeKeys } from './use-tree-keys'

const SUBJECTS = 50
const THREADS = 20

export interface Tree {
  keys: TreeKeys
  /** What is looked for; '' for nothing. */
  text: string
  isOpen: (key: string, level: 1 | 2) => boolean
  setOpen: (key: string, isOpen: boolean) => void
}

/** A tenant and, when it is open, its subjects. */
export function TenantBranch({ tenant, tree, isFirst }: { tenant: TenantSummary; tree: Tree; isFirst: boolean }) {
  const key = scopeHref({ tenant: tenant.tenant })
  const isOpen = tree.isOpen(key, 1)
  return (
    <>
      <TreeRow
        {...tenant}
        rowKey={key}
        level={1}
        name={tenant.tenant}
        label={`Tenant ${tenant.tenant}`}
        detail={formatQuantity(tenant.subjects, 'subject')}
        href={key}
        threadsHref={threadsHref({ tenant: tenant.tenant })}
        isOpen={isOpen}
        onToggle={() => tree.setOpen(key, !isOpen)}
        keys={tree.keys}
        isFirst={isFirst}
      />
      {isOpen ? <Subjects tenant={tenant.tenant} tree={tree} /> : null}
    </>
  )
}

function Subjects({ tenant, tree }: { tenant: string; tree: Tree }) {
  const trpc = useTRPC()
  const list = useInfiniteQuery(
    trpc.scopes.list.infiniteQueryOptions(
      { tenant, text: tree.text || undefined, limit: SUBJECTS },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  )
  const scopes = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      {scopes.map((summary) => (
        <SubjectBranch key={summary.scope.subject} summary={summary} tree={tree} />
      ))}
      <BranchEnd list={list} what="subjects" level={2} />
    </>
  )
}

function SubjectBranch({ summary, tree }: { summary: ScopeSummary; tree: Tree }) {
  const { scope, ...totals } = summary
  const key = scopeHref(scope)
  const isOpen = tree.isOpen(key, 2)
  const name = scope.subject || 'no subject'
  return (
    <>
      <TreeRow
        {...totals}
        rowKey={key}
        level={2}
        name={name}
        label={`${scope.tenant}, ${name}`}
        href={key}
        threadsHref={threadsHref(scope)}
        isOpen={isOpen}
        onToggle={() => tree.setOpen(key, !isOpen)}
        keys={tree.keys}
      />
      {isOpen ? <Threads scope={scope} tree={tree} /> : null}
    </>
  )
}

function Threads({ scope, tree }: { scope: ScopeSummary['scope']; tree: Tree }) {
  const trpc = useTRPC()
  const list = useInfiniteQuery(
    trpc.threads.list.infiniteQueryOptions({ scope, limit: THREADS }, { getNextPageParam: (page) => page.nextCursor }),
  )
  const threads = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      {threads.map((thread) => (
        <TreeRow
          key={thread.uid}
          rowKey={thread.uid}
          level={3}
          name={titleOf(thread)}
          href={threadHref(thread.uid)}
          messages={thread.messageCount}
          tokens={thread.tokenCount}
          lastMessageAt={thread.lastMessageAt}
          keys={tree.keys}
        />
      ))}
      <BranchEnd list={list} what="threads" level={3} />
    </>
  )
}

interface BranchEndProps {
  list: Pick<
    ReturnType<typeof useInfiniteQuery>,
    'isPending' | 'isError' | 'error' | 'isFetching' | 'hasNextPage' | 'isFetchingNextPage'
  > & { refetch: () => Promise<unknown>; fetchNextPage: () => Promise<unknown> }
  what: string
  level: 1 | 2 | 3
}

/** What stands behind the rows of a branch: rows to come, an error, or the way to more. */
export function BranchEnd({ list, what, level }: BranchEndProps) {
  if (list.isPending) {
    return (
      <Rest level={level}>
        <span role="status" className="sr-only">
          Loading {what}
        </span>
        <Skeleton className="w-40" />
      </Rest>
    )
  }
  if (list.isError) {
    return (
      <Rest level={level}>
        <QueryError
          layout="inline"
          title={`The ${what} could not be loaded`}
          error={list.error}
          onRetry={() => void (list.hasNextPage ? list.fetchNextPage() : list.refetch())}
          isRetrying={list.isFetching}
        />
      </Rest>
    )
  }
  if (!list.hasNextPage) return null
  return (
    <Rest level={level}>
      <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        More {what}
      </Button>
    </Rest>
  )
}

const indents = ['ps-8', 'ps-14', 'ps-20'] as const

function Rest({ level, children }: { level: 1 | 2 | 3; children: ReactNode }) {
  return (
    <tr className={classNames('min-h-15 items-center border-line border-b sm:min-h-11', treeGrid)}>
      <td className={classNames('col-span-full py-2', indents[level - 1])}>{children}</td>
    </tr>
  )
}
