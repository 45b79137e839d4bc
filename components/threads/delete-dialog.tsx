'use client'

import { type ThreadView, TRASH_KEPT_DAYS } from '@/server/schemas/threads'
import { titleOf } from '../conversation/thread-title'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { formatQuantity } from '../ui/number-format'
import { ImpactFacts } from './impact-facts'

/** Above this many threads, what deletes asks for the count. */
export const FEW = 100
/** As many as are counted at once. */
const MOST_COUNTED = 2_000

export interface DeleteDialogProps {
  threads: readonly ThreadView[]
  onClose: () => void
  onConfirm: () => void | Promise<void>
}

/** What a deletion takes along, before it is done. It can be taken back, so Enter is enough for a few. */
export function DeleteDialog({ threads, onClose, onConfirm }: DeleteDialogProps) {
  const [only] = threads
  const count = formatQuantity(threads.length, 'thread')
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={threads.length === 1 ? 'Delete this thread?' : `Delete ${count}?`}
      description={
        <>
          {threads.length === 1 && only ? <span dir="auto">{titleOf(only)}: gone</span> : 'Gone'} for agents at once,
          and in the trash for {TRASH_KEPT_DAYS} days, where it can be taken back.
        </>
      }
      action="Delete"
      typed={threads.length > FEW ? String(threads.length) : undefined}
      onConfirm={onConfirm}
    >
      {threads.length <= MOST_COUNTED ? <ImpactFacts of={{ uids: threads.map(({ uid }) => uid) }} /> : null}
    </ConfirmDialog>
  )
}
