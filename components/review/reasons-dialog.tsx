'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { Dialog, DialogClose } from '../ui/dialog'
import { Field } from '../ui/field'
import { Textarea } from '../ui/textarea'
import { showToast } from '../ui/toast'

/** The reasons for a fail, one a line, in the order in which they are offered. */
export function ReasonsDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const reasons = useQuery(trpc.reasons.list.queryOptions())
  const [text, setText] = useState<string | null>(null)
  const shown = text ?? reasons.data?.items.join('\n') ?? ''
  const save = useMutation(
    trpc.reasons.set.mutationOptions({
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: trpc.reasons.pathKey() })
        showToast({ title: 'Reasons saved', tone: 'good' })
        onClose()
      },
    }),
  )
  const send = () => {
    const items = shown
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    save.mutate({ items })
  }
  const error = save.error ?? reasons.error
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Reasons for a fail"
      description="Reviews keep the reasons that they were given."
      size="small"
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button variant="main" onClick={send} isBusy={save.isPending} disabled={!reasons.data}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {error ? (
          <QueryError
            layout="inline"
            title={save.error ? 'The reasons were not saved' : 'The reasons could not be loaded'}
            error={error}
            onRetry={save.error ? send : () => void reasons.refetch()}
            isRetrying={save.isPending || reasons.isFetching}
          />
        ) : null}
        <Field label="One a line">
          <Textarea value={shown} onChange={(event) => setText(event.target.value)} rows={8} disabled={!reasons.data} />
        </Field>
      </div>
    </Dialog>
  )
}
