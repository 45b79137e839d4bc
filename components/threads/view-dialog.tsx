'use client'

import { type FormEvent, useId, useState } from 'react'
import type { SavedViewView } from '@/server/schemas/views'
import { readApiError } from '../data/api-error'
import { Button } from '../ui/button'
import { Checkbox } from '../ui/checkbox'
import { Dialog, DialogClose } from '../ui/dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'

export interface ViewFacts {
  name: string
  isShared: boolean
  isDefault: boolean
}

export interface ViewDialogProps {
  /** The view that is changed; absent for a new one. */
  view?: SavedViewView
  mayShare: boolean
  /** Rejects with what the server refuses; the dialog stays and says it. */
  onSubmit: (facts: ViewFacts) => Promise<void>
  onClose: () => void
}

/** A view's name, for whom it is, and whether the list opens with it. */
export function ViewDialog({ view, mayShare, onSubmit, onClose }: ViewDialogProps) {
  const formId = useId()
  const [facts, setFacts] = useState<ViewFacts>({
    name: view?.name ?? '',
    isShared: view?.isShared ?? false,
    isDefault: view?.isDefault ?? false,
  })
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const change = (part: Partial<ViewFacts>) => {
    setFacts({ ...facts, ...part })
    setFailure(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!facts.name.trim()) return setFailure('Give it a name.')
    setIsBusy(true)
    try {
      await onSubmit({ ...facts, name: facts.name.trim() })
      onClose()
    } catch (error) {
      setFailure(readApiError(error).message)
      setIsBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="small"
      title={view ? 'Settings of the view' : 'Save as a view'}
      description={view ? undefined : 'Filters, order and columns as they are now.'}
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button type="submit" form={formId} variant="main" isBusy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-4">
        <Field label="Name" error={failure}>
          <Input
            value={facts.name}
            onValueChange={(name) => change({ name })}
            maxLength={256}
            autoComplete="off"
            placeholder="Refunds of this week"
          />
        </Field>
        <Checkbox
          checked={facts.isShared}
          onCheckedChange={(isShared) => change({ isShared })}
          disabled={!mayShare}
          label="Shared with everybody"
          description={mayShare ? 'Leads and admins can change it.' : 'Leads and admins keep the shared views.'}
        />
        <Checkbox
          checked={facts.isDefault}
          onCheckedChange={(isDefault) => change({ isDefault })}
          label="Open the list with it"
          description={facts.isShared ? 'For everybody without a default of their own.' : 'Before any shared default.'}
        />
      </form>
    </Dialog>
  )
}
