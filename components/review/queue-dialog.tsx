'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { type FormEvent, useId, useState } from 'react'
import type { QueueFilters, QueueView } from '@/server/schemas/reviews'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { describeFilters } from '../threads/thread-filters'
import { filterParsers } from '../threads/thread-search'
import { fromViewState, toViewState } from '../threads/view-state'
import { Button } from '../ui/button'
import { Checkbox } from '../ui/checkbox'
import { Dialog, DialogClose } from '../ui/dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { Select } from '../ui/select'
import { Switch } from '../ui/switch'
import { showToast } from '../ui/toast'
import { describeQueueFilters } from './queue-words'

/** A whole number within bounds; undefined for what is none. */
function readWhole(text: string, [least, most]: readonly [number, number]): number | undefined {
  const value = Number(text)
  return text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most ? value : undefined
}

const shares = [1, 100] as const
const minutes = [1, 480] as const

/** Makes a queue, of all threads, of a saved view, or of the filters in the address; or changes one. */
export function QueueDialog({ queue, onClose }: { queue?: QueueView; onClose: () => void }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const formId = useId()
  const views = useQuery(trpc.views.list.queryOptions({}, { staleTime: 60_000 }))
  const people = useQuery(trpc.people.list.queryOptions(undefined, { staleTime: 60_000 }))
  const [given] = useQueryStates(filterParsers)
  const isGiven = describeFilters(given).length > 0
  const [name, setName] = useState(queue?.name ?? '')
  const [source, setSource] = useState(queue ? 'kept' : isGiven ? 'given' : 'all')
  const [share, setShare] = useState(String(queue?.share ?? 100))
  const [claimMinutes, setClaimMinutes] = useState(String(queue?.claimMinutes ?? 15))
  const [reopens, setReopens] = useState(queue?.reopens ?? true)
  const [members, setMembers] = useState<readonly string[]>(queue?.members ?? [])
  const [isTried, setIsTried] = useState(false)

  const onSuccess = async () => {
    await cache.invalidateQueries({ queryKey: trpc.queues.pathKey() })
    showToast({ title: queue ? 'Queue saved' : 'Queue made', description: name, tone: 'good' })
    onClose()
  }
  const create = useMutation(trpc.queues.create.mutationOptions({ onSuccess }))
  const update = useMutation(trpc.queues.update.mutationOptions({ onSuccess }))
  const { error, isPending } = queue ? update : create

  const filters = (): QueueFilters => {
    if (source === 'kept' && queue) return queue.filters
    const view = views.data?.items.find(({ id }) => id === source)
    const search = source === 'given' ? { ...fromViewState({}), ...given } : fromViewState(view?.state ?? {})
    const { sort: _sort, columns: _columns, ...kept } = toViewState(search)
    return kept
  }
  const values = { share: readWhole(share, shares), claimMinutes: readWhole(claimMinutes, minutes) }
  const send = () => {
    setIsTried(true)
    if (name.trim() === '' || values.share === undefined || values.claimMinutes === undefined) return
    const input = { name, filters: filters(), share: values.share, claimMinutes: values.claimMinutes, reopens }
    if (queue) update.mutate({ ...input, members: [...members], id: queue.id, ifVersion: queue.version })
    else create.mutate({ ...input, members: [...members] })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const sources = [
    ...(queue ? [{ value: 'kept', label: `As it is: ${describeQueueFilters(queue)}` }] : []),
    ...(isGiven ? [{ value: 'given', label: 'The filters of the list' }] : []),
    { value: 'all', label: 'All threads' },
    ...(views.data?.items.map(({ id, name: label }) => ({ value: id, label: `View: ${label}` })) ?? []),
  ]
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={queue ? 'Change the queue' : 'Make a queue'}
      description="Whoever reviews gets one thread after the other from it."
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button type="submit" form={formId} variant="main" isBusy={isPending}>
            {queue ? 'Save' : 'Make the queue'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {error ? (
          <QueryError
            layout="inline"
            title={queue ? 'The queue was not saved' : 'The queue was not made'}
            kept="What you entered is still here."
            error={error}
            onRetry={send}
            isRetrying={isPending}
          />
        ) : null}
        <Field label="Name" error={isTried && name.trim() === '' ? 'Give it a name.' : undefined}>
          <Input value={name} onValueChange={setName} autoComplete="off" />
        </Field>
        <Field label="Threads" description="A queue keeps its own copy of the filters.">
          <Select value={source} onValueChange={setSource} options={sources} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Sample, %"
            apiName="share"
            description="Which threads is told by their ids: it never changes."
            error={isTried && values.share === undefined ? 'A whole number from 1 to 100.' : undefined}
          >
            <Input value={share} onValueChange={setShare} inputMode="numeric" />
          </Field>
          <Field
            label="Kept for, minutes"
            apiName="claimMinutes"
            description="So long nobody else is given it."
            error={isTried && values.claimMinutes === undefined ? 'A whole number from 1 to 480.' : undefined}
          >
            <Input value={claimMinutes} onValueChange={setClaimMinutes} inputMode="numeric" />
          </Field>
        </div>
        <Switch
          checked={reopens}
          onCheckedChange={setReopens}
          label="New messages open a thread again"
          description="Otherwise they are only counted."
        />
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-medium text-12">Members</legend>
          <p className="text-12 text-ink-3">
            Nobody chosen: everybody. Else the threads are divided between them, and who has none left takes those of
            the others.
          </p>
          {people.data?.items.map(({ id, name: person, email }) => (
            <Checkbox
              key={id}
              checked={members.includes(id)}
              label={person}
              description={email}
              onCheckedChange={(isOn) => setMembers(isOn ? [...members, id] : members.filter((other) => other !== id))}
            />
          ))}
        </fieldset>
      </form>
    </Dialog>
  )
}
