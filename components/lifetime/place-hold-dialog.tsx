'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { Dialog, DialogClose } from '../ui/dialog'
import { Field } from '../ui/field'
import { Textarea } from '../ui/textarea'
import { showToast } from '../ui/toast'

interface PlaceHoldDialogProps {
  open: boolean
  onClose: () => void
  tenant: string
  /** Without it the whole tenant. */
  subject: string | undefined
}

/** Puts a tenant or a subject under legal hold, for a reason. */
export function PlaceHoldDialog({ open, onClose, tenant, subject }: PlaceHoldDialogProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const formId = useId()
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const place = useMutation(
    trpc.holds.place.mutationOptions({
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: trpc.holds.pathKey() })
        showToast({ title: 'Legal hold placed', tone: 'good' })
        setReason('')
        setIsTried(false)
        onClose()
      },
    }),
  )
  const send = () => {
    setIsTried(true)
    if (reason.trim() !== '') place.mutate({ tenant, subject, reason })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      size="small"
      title={subject === undefined ? `Hold all of ${tenant}?` : `Hold ${subject || tenant}?`}
      description="From now on nothing of it is purged, erased or redacted, until somebody lifts the hold. What agents delete goes to the trash and stays there."
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button type="submit" form={formId} variant="main" isBusy={place.isPending}>
            Place the hold
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {place.error ? (
          <QueryError
            layout="inline"
            title="The hold was not placed"
            kept="What you entered is still here."
            error={place.error}
            onRetry={send}
            isRetrying={place.isPending}
          />
        ) : null}
        <Field
          label="Reason"
          description="Such as the number of a case. Whoever opens this scope reads it."
          error={isTried && reason.trim() === '' ? 'Say why, so that others know when it can be lifted.' : undefined}
        >
          <Textarea value={reason} onChange={(event) => setReason(event.target.value)} maxLength={1000} />
        </Field>
      </form>
    </Dialog>
  )
}
