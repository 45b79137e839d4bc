'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { REVEALED_MINUTES, type ThreadView } from '@/server/schemas/threads'
import { threadsHref } from '../data/scope-href'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { TopLine } from '../shell/top-line'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Field } from '../ui/field'
import { formatQuantity } from '../ui/number-format'
import { Textarea } from '../ui/textarea'
import { titleOf } from './thread-title'

const SHORTEST = 3
const LONGEST = 500

/** A conversation whose content the role withholds: what it is, and for observers the way to have it shown. */
export function WithheldThread({ thread, onRevealed }: { thread: ThreadView; onRevealed: () => Promise<unknown> }) {
  const trpc = useTRPC()
  const { data: viewer } = useQuery(trpc.viewer.get.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }))
  const mayReveal = viewer?.permissions.includes('reveal') === true
  const [reason, setReason] = useState('')
  const isLongEnough = reason.trim().length >= SHORTEST
  const reveal = useMutation(
    trpc.threads.reveal.mutationOptions({
      onSuccess: onRevealed,
      onError: (error) => showFailure('The conversation was not revealed', error),
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isLongEnough && !reveal.isPending) reveal.mutate({ uid: thread.uid, reason: reason.trim() })
  }
  const { tenant, subject } = thread.scope
  return (
    <>
      <TopLine
        crumbs={[
          { label: 'Threads', href: threadsHref() },
          { label: tenant, href: threadsHref({ tenant }) },
          ...(subject ? [{ label: subject, href: threadsHref(thread.scope) }] : []),
          { label: titleOf(thread) },
        ]}
      />
      <div className="overflow-auto">
        <EmptyState
          title={`Content is withheld from ${viewer?.role ?? 'observer'}s`}
          text={
            <>
              <span dir="auto">{titleOf(thread)}</span> has {formatQuantity(thread.messageCount, 'message')} and{' '}
              {formatQuantity(thread.tokenCount, 'token')}.{' '}
              {mayReveal
                ? 'You can have it shown to you. Your reason is kept in the audit log.'
                : 'Your role sees lists and figures, and not what was said.'}
            </>
          }
        >
          {mayReveal ? (
            <form className="grid w-full max-w-110 gap-3 text-start" onSubmit={submit}>
              <Field label="Reason" apiName="reason" description="Why you need to read it. Do not quote it here.">
                <Textarea value={reason} maxLength={LONGEST} onChange={(event) => setReason(event.target.value)} />
              </Field>
              <div>
                <Button type="submit" variant="main" isBusy={reveal.isPending} disabled={!isLongEnough}>
                  Reveal for {REVEALED_MINUTES} minutes
                </Button>
              </div>
            </form>
          ) : null}
        </EmptyState>
      </div>
    </>
  )
}
