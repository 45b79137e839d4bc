'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PersonName } from '@/server/schemas/members'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { showToast } from '../ui/toast'

/** What colleagues call one. */
export function NameForm({ name }: { name: string }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [entered, setEntered] = useState(name)
  const rename = useMutation(
    trpc.account.rename.mutationOptions({
      onSuccess: async () => {
        showToast({ title: 'Name changed', tone: 'good' })
        await Promise.all(
          [trpc.viewer, trpc.people, trpc.members].map((part) => cache.invalidateQueries({ queryKey: part.pathKey() })),
        )
      },
      onError: (error) => showFailure('The name was not changed', error),
    }),
  )
  const read = PersonName.safeParse(entered)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (read.success) rename.mutate({ name: read.data })
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2">
      <Field label="Name" className="min-w-0 flex-1" error={read.success ? undefined : 'Enter a name.'}>
        <Input value={entered} onValueChange={setEntered} autoComplete="name" maxLength={256} />
      </Field>
      <Button type="submit" isBusy={rename.isPending} disabled={!read.success || read.data === name}>
        Change
      </Button>
    </form>
  )
}
