'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { InviteMemberInput } from '@/server/schemas/members'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { Dialog, DialogClose } from '../ui/dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { type Access, AccessFields } from './access-fields'
import type { MadeLink } from './made-link'
import { readTenants } from './member-words'

/** Asks whom to invite, as what, and for whose conversations; then there is a link. */
export function InviteDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: MadeLink) => void }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const formId = useId()
  const [email, setEmail] = useState('')
  const [access, setAccess] = useState<Access>({ role: 'reviewer', tenants: '' })
  const [isTried, setIsTried] = useState(false)
  const invite = useMutation(
    trpc.members.invite.mutationOptions({
      onSuccess: (made) => {
        void cache.invalidateQueries({ queryKey: trpc.members.pathKey() })
        onMade(made)
      },
    }),
  )
  const read = InviteMemberInput.safeParse({
    email: email.trim(),
    role: access.role,
    tenants: readTenants(access.tenants),
  })
  const isBad = isTried && !InviteMemberInput.shape.email.safeParse(email.trim()).success
  const send = () => {
    setIsTried(true)
    if (read.success) invite.mutate(read.data)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Invite somebody"
      description="You get a link to send them. It works once, for 7 days."
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button type="submit" form={formId} variant="main" isBusy={invite.isPending}>
            Make the link
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {invite.error ? (
          <QueryError
            layout="inline"
            title="No link was made"
            kept="What you entered is still here."
            error={invite.error}
            onRetry={send}
            isRetrying={invite.isPending}
          />
        ) : null}
        <Field label="E-mail" error={isBad ? 'Enter an e-mail address, such as ada@example.com.' : undefined}>
          <Input type="email" value={email} onValueChange={setEmail} autoComplete="off" />
        </Field>
        <AccessFields value={access} onChange={(part) => setAccess((before) => ({ ...before, ...part }))} />
      </form>
    </Dialog>
  )
}
