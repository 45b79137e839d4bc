'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { NewPassword } from '@/server/schemas/members'
import { readApiError } from '../data/api-error'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { formatQuantity } from '../ui/number-format'
import { showToast } from '../ui/toast'

/** A new password; the other sessions end with it. */
export function PasswordForm({ email }: { email: string | undefined }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setIsTried] = useState(false)
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      onSuccess: ({ ended }) => {
        setCurrent('')
        setPassword('')
        setIsTried(false)
        const others = ended === 0 ? undefined : `${formatQuantity(ended, 'other session')} ended.`
        showToast({ title: 'Password changed', description: others, tone: 'good' })
        void cache.invalidateQueries({ queryKey: trpc.account.pathKey() })
      },
    }),
  )
  const isLong = NewPassword.safeParse(password).success
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (current !== '' && isLong) change.mutate({ current, password })
  }
  const refusal = change.error ? readApiError(change.error) : null
  const isWrong = refusal?.code === 'FORBIDDEN'
  const isWeak = refusal?.code === 'INVALID_INPUT'
  return (
    <section aria-labelledby="password" className="grid gap-4 border-line border-t pt-6">
      <div className="grid gap-1">
        <h2 id="password" className="font-semibold text-14">
          Password
        </h2>
        <p className="text-12 text-ink-2">A new one ends all other sessions.</p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        {email ? <input type="email" autoComplete="username" value={email} readOnly hidden /> : null}
        <Field
          label="Now"
          error={
            isWrong ? 'This is not your password.' : isTried && current === '' ? 'Enter the one you have.' : undefined
          }
        >
          <Input type="password" value={current} onValueChange={setCurrent} autoComplete="current-password" />
        </Field>
        <Field
          label="New"
          description="10 characters or more; a few words make a good one."
          error={
            isWeak
              ? 'Too easy to guess. A few words in a row are a good one.'
              : isTried && !isLong
                ? 'Enter 10 to 256 characters.'
                : undefined
          }
        >
          <Input type="password" value={password} onValueChange={setPassword} autoComplete="new-password" />
        </Field>
        {refusal && !isWrong && !isWeak ? (
          <p role="alert" className="text-12 text-bad sm:col-span-2">
            {refusal.message}
          </p>
        ) : null}
        <div>
          <Button type="submit" isBusy={change.isPending}>
            Change the password
          </Button>
        </div>
      </form>
    </section>
  )
}
