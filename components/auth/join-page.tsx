'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { AcceptLinkInput, type OpenLinkOutput } from '@/server/schemas/members'
import { readApiError } from '../data/api-error'
import { QueryError } from '../data/query-error'
import { useTRPCClient } from '../data/trpc'
import { Button, LinkButton } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { Skeleton } from '../ui/skeleton'
import { AuthCard } from './auth-card'

const neverChanges = () => () => undefined

/** Where an admin's link leads: the token stands behind the `#`, which no server sees but by the call below. */
export function JoinPage() {
  const token = useSyncExternalStore(
    neverChanges,
    () => window.location.hash.slice(1),
    () => null,
  )
  const api = useTRPCClient()
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => api.members.openLink.mutate({ token: token ?? '' }),
    enabled: token !== null && token !== '',
    retry: false,
  })
  if (token === '')
    return <NoLink text="This address holds no link. Open the one that an admin sent you, as a whole." />
  if (link.error) {
    const isDead = ['NOT_FOUND', 'INVALID_INPUT'].includes(readApiError(link.error).code)
    if (isDead)
      return <NoLink text="It was used, withdrawn, replaced by a newer one, or is too old. Ask an admin for another." />
    return (
      <AuthCard title="Join" text="A link from an admin." done={0} steps={2}>
        <QueryError
          layout="inline"
          title="The link could not be looked at"
          error={link.error}
          onRetry={() => void link.refetch()}
          isRetrying={link.isFetching}
        />
      </AuthCard>
    )
  }
  if (token === null || !link.data) {
    return (
      <AuthCard title="Join" text="A link from an admin." done={0} steps={2}>
        <div role="status" className="grid gap-4">
          <span className="sr-only">Looking at the link</span>
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      </AuthCard>
    )
  }
  return <LinkForm token={token} link={link.data} />
}

function NoLink({ text }: { text: string }) {
  return (
    <AuthCard title="This link does not work" text={text} done={0} steps={2}>
      <LinkButton href="/sign-in" variant="main" size="large">
        Sign in
      </LinkButton>
    </AuthCard>
  )
}

function LinkForm({ token, link }: { token: string; link: z.infer<typeof OpenLinkOutput> }) {
  const api = useTRPCClient()
  const isInvitation = link.kind === 'invitation'
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setIsTried] = useState(false)
  const accept = useMutation({
    mutationFn: (input: AcceptLinkInput) => api.members.acceptLink.mutate(input),
    // A whole page load: whoever was signed in here before is somebody else.
    onSuccess: () => window.location.assign('/threads'),
  })
  const { shape } = AcceptLinkInput
  const isNamed = !isInvitation || shape.name.unwrap().safeParse(name).success
  const isLong = shape.password.safeParse(password).success
  const send = () => {
    setIsTried(true)
    if (isNamed && isLong) accept.mutate({ token, password, ...(isInvitation ? { name } : {}) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const done = [isInvitation && isNamed, isLong, accept.isSuccess].filter(Boolean).length
  return (
    <AuthCard
      title={isInvitation ? 'Join Loci' : 'Choose a new password'}
      text={isInvitation ? `You were invited as ${link.email}.` : `For ${link.email}. Your other sessions end then.`}
      done={done}
      steps={isInvitation ? 3 : 2}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {accept.error ? (
          <QueryError
            layout="inline"
            title={isInvitation ? 'You have not joined yet' : 'The password was not changed'}
            kept="What you entered is still here."
            error={accept.error}
            onRetry={send}
            isRetrying={accept.isPending}
          />
        ) : null}
        {isInvitation ? (
          <Field
            label="Name"
            description="What colleagues call you."
            error={isTried && !isNamed ? 'Enter a name, the one that colleagues call you.' : undefined}
          >
            <Input value={name} onValueChange={setName} autoComplete="name" className="h-9" />
          </Field>
        ) : null}
        {/* For password managers: what the password belongs to. */}
        <input type="email" autoComplete="username" value={link.email} readOnly hidden />
        <Field
          label="Password"
          description="10 characters or more; a few words make a good one."
          error={isTried && !isLong ? 'Enter 10 to 256 characters.' : undefined}
        >
          <Input
            type="password"
            value={password}
            onValueChange={setPassword}
            autoComplete="new-password"
            className="h-9"
          />
        </Field>
        <Button type="submit" variant="main" size="large" isBusy={accept.isPending || accept.isSuccess}>
          {isInvitation ? 'Join and sign in' : 'Save and sign in'}
        </Button>
      </form>
    </AuthCard>
  )
}
