'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import {
  RETENTION_DAYS,
  type RetentionKind,
  type RetentionPreview,
  type RetentionRule,
} from '@/server/schemas/retention'
import { QueryError } from '../data/query-error'
import { threadHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { Dialog, DialogClose } from '../ui/dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { Link } from '../ui/link'
import { formatQuantity } from '../ui/number-format'
import { Select } from '../ui/select'
import { SkeletonRows } from '../ui/skeleton'
import { Time } from '../ui/time'
import { showToast } from '../ui/toast'

const kinds: { value: RetentionKind; label: string }[] = [
  { value: 'all', label: 'All threads' },
  { value: 'agent', label: 'Threads of an agent' },
  { value: 'tag', label: 'Threads with a tag' },
]

interface Entered {
  kind: RetentionKind
  name: string
  value: string
  days: string
}

const nothing: Entered = { kind: 'all', name: '', value: '', days: '' }

/** The rule that was entered; undefined while something of it is missing. */
function readRule({ kind, name, value, days: text }: Entered): RetentionRule | undefined {
  const days = Number(text)
  if (!Number.isInteger(days) || days < RETENTION_DAYS.min || days > RETENTION_DAYS.max) return undefined
  if (kind === 'all') return { kind, days }
  if (name.trim() === '') return undefined
  return kind === 'agent' ? { kind, agentName: name.trim(), days } : { kind, tag: { key: name.trim(), value }, days }
}

/** A new rule, or another time for one that is there. It is saved only after what would go has been seen. */
export function RetentionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const formId = useId()
  const [entered, setEntered] = useState(nothing)
  const [asked, setAsked] = useState<RetentionRule | null>(null)
  const rule = readRule(entered)
  const preview = useQuery(
    trpc.retention.preview.queryOptions(asked ?? { kind: 'all', days: RETENTION_DAYS.max }, {
      enabled: open && asked !== null,
      staleTime: 0,
    }),
  )
  const save = useMutation(
    trpc.retention.save.mutationOptions({
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: trpc.retention.pathKey() })
        showToast({ title: 'Rule saved', description: 'It is followed within a day.', tone: 'good' })
        close()
      },
    }),
  )
  const change = (part: Partial<Entered>) => {
    setEntered((before) => ({ ...before, ...part }))
    setAsked(null)
  }
  const close = () => {
    setEntered(nothing)
    setAsked(null)
    save.reset()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rule) setAsked(rule)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : close())}
      size="small"
      title="Add a rule"
      description="Threads that nobody has read, written or changed for so long go to the trash. A rule for the same threads takes the place of the earlier one."
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button type="submit" form={formId} disabled={!rule} isBusy={preview.isFetching}>
            See what would go
          </Button>
          <Button
            variant="main"
            disabled={!asked || !preview.isSuccess}
            isBusy={save.isPending}
            onClick={() => (asked ? save.mutate(asked) : undefined)}
          >
            Save the rule
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field label="Which threads">
          <Select options={kinds} value={entered.kind} onValueChange={(kind) => change({ kind })} />
        </Field>
        {entered.kind === 'all' ? null : (
          <Field label={entered.kind === 'agent' ? 'Agent' : 'Key of the tag'}>
            <Input value={entered.name} onValueChange={(name) => change({ name })} autoComplete="off" />
          </Field>
        )}
        {entered.kind === 'tag' ? (
          <Field label="Value of the tag" description="Empty for a label.">
            <Input value={entered.value} onValueChange={(value) => change({ value })} autoComplete="off" />
          </Field>
        ) : null}
        <Field label="Days without use" apiName="days" description="From 1 to 36,500.">
          <Input
            value={entered.days}
            onValueChange={(days) => change({ days })}
            inputMode="numeric"
            autoComplete="off"
          />
        </Field>
        {save.error ? (
          <QueryError
            layout="inline"
            title="The rule was not saved"
            kept="What you entered is still here."
            error={save.error}
            onRetry={() => (asked ? save.mutate(asked) : undefined)}
            isRetrying={save.isPending}
          />
        ) : null}
        {asked && preview.isPending ? <SkeletonRows rows={3} label="Counting what would go" /> : null}
        {asked && preview.isError ? (
          <QueryError
            layout="inline"
            title="It could not be counted"
            error={preview.error}
            onRetry={() => void preview.refetch()}
            isRetrying={preview.isFetching}
          />
        ) : null}
        {asked && preview.data ? <WouldGo preview={preview.data} /> : null}
      </form>
    </Dialog>
  )
}

function WouldGo({ preview }: { preview: RetentionPreview }) {
  const { threads, held, oldestAt, examples } = preview
  return (
    <section aria-label="What would go" className="grid gap-2 rounded-md border border-line px-3 py-2.5 text-12">
      <p role="status" className="text-13">
        {threads === 0
          ? 'No thread would go now.'
          : `${formatQuantity(threads, 'thread')} would go to the trash with the next round.`}
        {held > 0 ? ` ${formatQuantity(held, 'thread')} as old would stay: under legal hold.` : ''}
      </p>
      {oldestAt === null ? null : (
        <p className="text-ink-2">
          The oldest was last used <Time value={oldestAt} />.
        </p>
      )}
      {examples.length > 0 ? (
        <ul>
          {examples.map(({ uid, threadId, scope, usedAt }) => (
            <li key={uid} className="flex min-h-6 items-center gap-3">
              <Link
                href={threadHref(uid)}
                dir="auto"
                className="inline-flex min-h-6 min-w-0 flex-1 items-center underline-offset-2 hover:underline"
              >
                <span className="truncate">{threadId}</span>
              </Link>
              <span className="max-w-[40%] truncate text-ink-3">{scope.tenant}</span>
              <span className="shrink-0 text-ink-2">
                <Time value={usedAt} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
