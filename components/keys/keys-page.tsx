'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs'
import { useState } from 'react'
import type { KeyView } from '@/server/schemas/keys'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { TopLine } from '../shell/top-line'
import { Button, LinkButton } from '../ui/button'
import { ChipButton } from '../ui/chip'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { EmptyState } from '../ui/empty-state'
import { NoMatchState } from '../ui/no-match-state'
import { formatCount, formatQuantity } from '../ui/number-format'
import { SearchField } from '../ui/search-field'
import { SkeletonRows } from '../ui/skeleton'
import { showToast } from '../ui/toast'
import { useShortcut } from '../ui/use-shortcut'
import { CreateKeyDialog } from './create-key-dialog'
import { KeyTable } from './key-table'
import { describeReach, keyState } from './key-words'

/** The keys with which agents call: made, seen and revoked here. */
export function KeysPage() {
  const trpc = useTRPC()
  const list = useQuery(trpc.keys.list.queryOptions())
  const [filter, setFilter] = useQueryStates({
    text: parseAsString.withDefault(''),
    all: parseAsBoolean.withDefault(false),
  })
  const [isCreating, setIsCreating] = useState(false)
  const [revoking, setRevoking] = useState<KeyView | null>(null)
  useShortcut('n', () => setIsCreating(true), { label: 'Make a key' })
  const keys = list.data?.items ?? []
  const now = list.dataUpdatedAt
  const shown = keys.filter((key) => (filter.all || keyState(key, now) === 'active') && matches(key, filter.text))
  const clear = () => void setFilter({ text: null, all: true })
  return (
    <>
      <TopLine
        crumbs={[{ label: 'Keys' }]}
        actions={
          <>
            <LinkButton href="/docs/api" variant="bare">
              API
            </LinkButton>
            <Button
              variant="main"
              icon={<Plus aria-hidden="true" strokeWidth={1.5} />}
              hint="n"
              onClick={() => setIsCreating(true)}
            >
              Make a key
            </Button>
          </>
        }
      />
      <div className="flex min-h-0 flex-col overflow-y-auto">
        {keys.length > 0 ? (
          <div className="flex flex-wrap items-center gap-1.5 border-line border-b bg-panel px-4 py-2">
            <SearchField
              label="Find a key"
              value={filter.text}
              onValueChange={(text) => void setFilter({ text: text || null })}
              className="w-56"
            />
            <ChipButton isOn={filter.all} onClick={() => void setFilter({ all: filter.all ? null : true })}>
              revoked and expired too
            </ChipButton>
            <span className="ms-auto text-12 text-ink-2 tabular-nums">
              {formatCount(shown.length)} of {formatCount(keys.length)}
            </span>
          </div>
        ) : null}
        {list.isPending ? <SkeletonRows rows={8} label="Loading keys" /> : null}
        {list.isError && !list.data ? (
          <QueryError
            title="The keys could not be loaded"
            kept="Nothing was changed."
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        ) : null}
        {list.isSuccess && keys.length === 0 ? (
          <EmptyState
            title="No keys yet"
            text="An agent's process calls Loci with a key. Make one: you get it once, with code to paste."
            action={
              <Button variant="main" onClick={() => setIsCreating(true)}>
                Make the first key
              </Button>
            }
          />
        ) : null}
        {keys.length > 0 && shown.length === 0 ? (
          <NoMatchState
            title="No key matches"
            filters={[
              ...(filter.text ? [{ label: 'text', value: filter.text }] : []),
              ...(filter.all ? [] : [{ label: 'only', value: 'in use' }]),
            ]}
            text={`${formatQuantity(keys.length, 'key')} without filters.`}
            onClear={clear}
          />
        ) : null}
        {shown.length > 0 ? <KeyTable keys={shown} now={now} onRevoke={setRevoking} /> : null}
      </div>
      <CreateKeyDialog open={isCreating} onClose={() => setIsCreating(false)} />
      <RevokeDialog entry={revoking} onClose={() => setRevoking(null)} />
    </>
  )
}

function matches(key: KeyView, text: string): boolean {
  const reach = describeReach(key.reach)
  const words = [key.name, key.prefix, reach.title, reach.detail ?? '', ...key.agents].join(' ')
  return words.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())
}

function RevokeDialog({ entry, onClose }: { entry: KeyView | null; onClose: () => void }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const revoke = useMutation(trpc.keys.revoke.mutationOptions())
  return (
    <ConfirmDialog
      open={entry !== null}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={`Revoke ${entry?.name ?? 'the key'}?`}
      description="Within a second, calls with this key are refused. What it wrote stays. It cannot be taken back: make a new key instead."
      action="Revoke the key"
      onConfirm={async () => {
        if (!entry) return
        await revoke.mutateAsync({ id: entry.id })
        await cache.invalidateQueries({ queryKey: trpc.keys.pathKey() })
        showToast({ title: 'Key revoked', description: entry.name, tone: 'good' })
      }}
    />
  )
}
