'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import { SetupInput } from '@/server/schemas/setup'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Button, LinkButton } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { Skeleton } from '../ui/skeleton'
import { AuthCard } from './auth-card'

/** The first start: makes the first admin with the one-time token of the link, and signs them in. */
export function SetupPage({ token }: { token: string | null }) {
  const trpc = useTRPC()
  const state = useQuery(trpc.setup.state.queryOptions())
  if (state.data?.isSetUp) {
    return (
      <AuthCard
        title="Loci is set up"
        text="The first admin exists already. The link has done its work."
        done={4}
        steps={4}
      >
        <LinkButton href="/sign-in" variant="main" size="large">
          Sign in
        </LinkButton>
      </AuthCard>
    )
  }
  if (state.isError) {
    return (
      <AuthCard title="Set up Loci" text="Makes the first admin." done={0} steps={4}>
        <QueryError
          layout="inline"
          title="The set-up could not be loaded"
          error={state.error}
          onRetry={() => void state.refetch()}
          isRetrying={state.isFetching}
        />
      </AuthCard>
    )
  }
  if (state.isPending) {
    return (
      <AuthCard title="Set up Loci" text="Makes the first admin." done={0} steps={4}>
        <div role="status" className="grid gap-4">
          <span className="sr-only">Loading the set-up</span>
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      </AuthCard>
    )
  }
  if (token === null) {
    return (
      <AuthCard
        title="Take the set-up link"
        text="Loci printed it where it was started. It holds a token that works once; this address has none."
        done={0}
        steps={4}
      >
        <p className="text-12 text-ink-2">
          The newest one counts: a restart prints another. Or set LOCI_ADMIN_EMAIL and LOCI_ADMIN_PASSWORD before the
          start.
        </p>
      </AuthCard>
    )
  }
  return <SetupForm token={token} />
}

function SetupForm({ token }: { token: string }) {
  const trpc = useTRPC()
  const { control, handleSubmit, formState } = useForm<SetupInput>({
    resolver: zodResolver(SetupInput),
    defaultValues: { token, name: '', email: '', password: '' },
    mode: 'onTouched',
  })
  const values = useWatch({ control })
  const complete = useMutation(
    trpc.setup.complete.mutationOptions({ onSuccess: () => window.location.assign('/threads') }),
  )
  const parts = SetupInput.shape
  const done = [
    parts.name.safeParse(values.name).success,
    parts.email.safeParse(values.email).success,
    parts.password.safeParse(values.password).success,
    complete.isSuccess,
  ].filter(Boolean).length
  return (
    <AuthCard title="Set up Loci" text="Make the first admin: you. It takes a minute." done={done} steps={4}>
      <form noValidate onSubmit={handleSubmit((input) => complete.mutate(input))} className="grid gap-4">
        {complete.error ? (
          <QueryError
            layout="inline"
            title="The set-up was not finished"
            kept="What you entered is still here."
            error={complete.error}
            onRetry={handleSubmit((input) => complete.mutate(input))}
            isRetrying={complete.isPending}
          />
        ) : null}
        {formState.errors.token ? (
          <p className="text-12 text-bad">The token in the link is not whole. Open the link again.</p>
        ) : null}
        <TextField
          control={control}
          name="name"
          label="Name"
          autoComplete="name"
          description="What colleagues call you."
          error="Enter a name, the one that colleagues call you."
        />
        <TextField
          control={control}
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          description="You sign in with it."
          error="Enter an e-mail address, such as ada@example.com."
        />
        <TextField
          control={control}
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          description="10 characters or more; a few words make a good one."
          error="Enter 10 to 256 characters."
        />
        <Button type="submit" variant="main" size="large" isBusy={complete.isPending || complete.isSuccess}>
          Make the admin and sign in
        </Button>
      </form>
    </AuthCard>
  )
}

interface TextFieldProps {
  control: Control<SetupInput>
  name: 'name' | 'email' | 'password'
  label: string
  type?: string
  autoComplete: string
  description?: string
  error: string
}

function TextField({ control, name, label, type = 'text', autoComplete, description, error }: TextFieldProps) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Field label={label} description={description} error={fieldState.error ? error : undefined}>
      <Input
        ref={field.ref}
        type={type}
        name={name}
        autoComplete={autoComplete}
        value={field.value}
        onValueChange={field.onChange}
        onBlur={field.onBlur}
        className="h-9"
      />
    </Field>
  )
}
