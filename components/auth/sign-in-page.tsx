'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button'
import { ErrorState } from '../ui/error-state'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { AuthCard } from './auth-card'
import { refusalAdvice, type SignInRefusal, signIn } from './sign-in'

/** Signs a person in and goes on to `next`, which is a path of this installation. */
export function SignInPage({ next }: { next: string }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [isIn, setIsIn] = useState(false)
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null)
  const done = isIn ? 3 : [email.includes('@'), password !== ''].filter(Boolean).length

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    setRefusal(null)
    const refused = await signIn({ email: email.trim(), password })
    if (refused) {
      setRefusal(refused)
      setIsBusy(false)
      return
    }
    setIsIn(true)
    // A whole page load, so that nothing of an earlier session stays.
    window.location.assign(next)
  }

  return (
    <AuthCard title="Sign in" text="To read what your agents remember." done={done} steps={3}>
      <form onSubmit={submit} className="grid gap-4">
        {refusal ? (
          <ErrorState
            layout="inline"
            title={refusal.message}
            next={refusalAdvice(refusal)}
            requestId={refusal.code === 'UNAUTHENTICATED' ? undefined : refusal.requestId}
          />
        ) : null}
        <Field label="E-mail">
          <Input
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            required
            value={email}
            onValueChange={setEmail}
            className="h-9"
          />
        </Field>
        <Field label="Password">
          <Input
            type="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onValueChange={setPassword}
            className="h-9"
          />
        </Field>
        <Button type="submit" variant="main" size="large" isBusy={isBusy}>
          {isIn ? 'Signed in' : 'Sign in'}
        </Button>
      </form>
    </AuthCard>
  )
}
