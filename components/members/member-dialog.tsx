'use client'

import { type FormEvent, useId, useState } from 'react'
import type { MemberView } from '@/server/schemas/members'
import { QueryError } from '../data/query-error'
import { Button } from '../ui/button'
import { Dialog, DialogClose } from '../ui/dialog'
import { type Access, AccessFields } from './access-fields'
import { readTenants } from './member-words'
import type { useUpdateMember } from './use-update-member'

export interface MemberDialogProps {
  member: MemberView
  update: ReturnType<typeof useUpdateMember>
  onClose: () => void
}

/** Changes a member's role and tenants. */
export function MemberDialog({ member, update, onClose }: MemberDialogProps) {
  const formId = useId()
  const [access, setAccess] = useState<Access>({ role: member.role, tenants: member.tenants?.join(', ') ?? '' })
  // What goes wrong stands in the form.
  const send = () =>
    update.run(member, { role: access.role, tenants: readTenants(access.tenants) }).then(onClose, () => undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={`What ${member.name} may do`}
      description="It holds from their next click on."
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button type="submit" form={formId} variant="main" isBusy={update.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {update.error ? (
          <QueryError
            layout="inline"
            title="It was not saved"
            kept="What you chose is still here."
            error={update.error}
            onRetry={() => void send()}
            isRetrying={update.isPending}
          />
        ) : null}
        <AccessFields value={access} onChange={(part) => setAccess((before) => ({ ...before, ...part }))} />
      </form>
    </Dialog>
  )
}
