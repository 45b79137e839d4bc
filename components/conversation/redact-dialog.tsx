'use client'

import { useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { readApiError } from '../data/api-error'
import { Checkbox } from '../ui/checkbox'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { formatQuantity } from '../ui/number-format'
import type { MessageStore } from './message-store'
import { redactableSeqs } from './redactable-seqs'
import { useMessageChanges } from './use-message-changes'

/** The longest reason the server takes. */
const LONGEST_REASON = 1_024

export interface RedactDialogProps {
  thread: ThreadView
  store: MessageStore
  /** The message, by the row that shows it. */
  seq: number
  onClose: () => void
}

/** Asks before the text of a message is taken out for good, with the results of its tool calls where there are some. */
export function RedactDialog({ thread, store, seq, onClose }: RedactDialogProps) {
  const [{ own, results }] = useState(() => {
    const row = store.getSnapshot().rows.get(seq)
    return row?.kind === 'message' ? redactableSeqs(row) : { own: seq, results: [] }
  })
  const [withResults, setWithResults] = useState(true)
  const [reason, setReason] = useState('')
  const { redact } = useMessageChanges(thread)
  const seqs = [...(own === null ? [] : [own]), ...(withResults || own === null ? results : [])]
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={own === null ? `Redact ${resultsOf(seq, results.length)}?` : `Redact message ${seq}?`}
      description="The text goes for good, here and in every copy in forks, with what was made of it: search, summaries, vectors. The message keeps its place. This cannot be undone."
      action="Redact"
      onConfirm={async () => {
        try {
          await redact(seqs, reason)
        } catch (error) {
          throw new Error(`Not redacted. ${readApiError(error).message}`, { cause: error })
        }
      }}
    >
      {own !== null && results.length > 0 ? (
        <Checkbox
          checked={withResults}
          onCheckedChange={setWithResults}
          label={`Also ${formatQuantity(results.length, 'result')} of its tool calls`}
        />
      ) : null}
      <Field label="Reason" aside="optional" description="Kept in the audit log. Repeat nothing of the text here.">
        <Input value={reason} maxLength={LONGEST_REASON} onValueChange={setReason} autoComplete="off" />
      </Field>
    </ConfirmDialog>
  )
}

function resultsOf(seq: number, count: number): string {
  return `${formatQuantity(count, 'tool result')} of message ${seq}`
}
