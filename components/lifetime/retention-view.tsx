'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RetentionRuleView } from '@/server/schemas/retention'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { EmptyState } from '../ui/empty-state'
import { formatQuantity } from '../ui/number-format'
import { SkeletonRows } from '../ui/skeleton'
import { Time } from '../ui/time'
import { showToast } from '../ui/toast'
import { RetentionDialog } from './retention-dialog'

/** Which threads a rule is about. */
function ruleWords({ kind, agentName, tag }: Pick<RetentionRuleView, 'kind' | 'agentName' | 'tag'>): string {
  if (kind === 'agent') return `Threads of ${agentName}`
  if (kind === 'tag' && tag) return `Threads tagged ${tag.value === '' ? tag.key : `${tag.key}=${tag.value}`}`
  return 'All threads'
}

/** After how long without use threads go to the trash. */
export function RetentionView() {
  const trpc = useTRPC()
  const list = useQuery(trpc.retention.list.queryOptions())
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<RetentionRuleView | null>(null)
  const add = (
    <Button variant="main" onClick={() => setIsAdding(true)}>
      Add a rule
    </Button>
  )
  if (list.isPending) return <SkeletonRows rows={4} label="Loading the rules" />
  if (list.isError && !list.data) {
    return (
      <QueryError
        title="The rules could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    )
  }
  const { items, ranAt } = list.data
  return (
    <>
      {items.length === 0 ? (
        <EmptyState
          title="Threads are kept until somebody deletes them"
          text="A rule puts threads that nobody has used for so many days into the trash, once a day. They can be restored there until the purge. You see what would go before you save one."
          action={add}
        />
      ) : (
        <div className="mx-auto grid w-full max-w-240 grid-cols-[minmax(0,1fr)] content-start gap-3 px-4 py-3">
          <div className="flex flex-wrap items-center gap-3">
            <p className="min-w-0 flex-1 text-12 text-ink-2">
              The most particular rule counts: a tag’s, then the agent’s, then the one for all.{' '}
              {ranAt === null ? (
                'Not followed yet; that is done once a day.'
              ) : (
                <>
                  Last followed <Time value={ranAt} />.
                </>
              )}
            </p>
            {add}
          </div>
          <ul aria-label="Rules">
            {items.map((rule) => (
              <li
                key={rule.id}
                className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{ruleWords(rule)}</span>
                  <span className="block text-12 text-ink-2">
                    to the trash after {formatQuantity(rule.days, 'day')} without use, by {rule.updatedBy}
                  </span>
                </span>
                <Button
                  size="small"
                  variant="danger"
                  onClick={() => setRemoving(rule)}
                  aria-label={`Remove the rule: ${ruleWords(rule)}`}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <RetentionDialog open={isAdding} onClose={() => setIsAdding(false)} />
      <RemoveDialog rule={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

function RemoveDialog({ rule, onClose }: { rule: RetentionRuleView | null; onClose: () => void }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const remove = useMutation(trpc.retention.remove.mutationOptions())
  return (
    <ConfirmDialog
      open={rule !== null}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Remove the rule?"
      description="From now on another rule counts for these threads, or none. What has gone to the trash by it stays there."
      action="Remove the rule"
      onConfirm={async () => {
        if (!rule) return
        await remove.mutateAsync({ id: rule.id })
        await cache.invalidateQueries({ queryKey: trpc.retention.pathKey() })
        showToast({ title: 'Rule removed', description: ruleWords(rule), tone: 'good' })
      }}
    />
  )
}
