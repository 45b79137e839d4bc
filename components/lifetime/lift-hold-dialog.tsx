'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../data/trpc'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { showToast } from '../ui/toast'

/** Asks before a hold is lifted; open while there is an id. */
export function LiftHoldDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const lift = useMutation(trpc.holds.lift.mutationOptions())
  return (
    <ConfirmDialog
      open={id !== null}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Lift the legal hold?"
      description="What it kept can be erased and redacted again, and what has been in the trash long enough is purged within ten minutes. The hold stays in the list of those that were lifted."
      action="Lift the hold"
      onConfirm={async () => {
        if (id === null) return
        await lift.mutateAsync({ id })
        await cache.invalidateQueries({ queryKey: trpc.holds.pathKey() })
        showToast({ title: 'Legal hold lifted', tone: 'good' })
      }}
    />
  )
}
