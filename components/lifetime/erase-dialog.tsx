'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ErasureImpact } from '@/server/schemas/erasures'
import type { JobView } from '@/server/schemas/jobs'
import { QueryError } from '../data/query-error'
import { useTRPC, useTRPCClient } from '../data/trpc'
import { useFollowJob } from '../jobs/use-follow-job'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Dialog, DialogClose } from '../ui/dialog'
import { formatQuantity } from '../ui/number-format'
import { SkeletonRows } from '../ui/skeleton'
import { showToast } from '../ui/toast'
import { PlacesList } from './places-list'

interface EraseDialogProps {
  open: boolean
  onClose: () => void
  tenant: string
  subject: string
}

/** What an erasure would remove, then the subject's name typed once more; when it is done, its receipt. */
export function EraseDialog({ open, onClose, tenant, subject }: EraseDialogProps) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const cache = useQueryClient()
  const router = useRouter()
  const follow = useFollowJob()
  const [job, setJob] = useState<JobView | null>(null)
  const impact = useQuery(trpc.erasures.impact.queryOptions({ tenant, subject }, { enabled: open, staleTime: 0 }))
  const change = (isOpen: boolean) => {
    if (!isOpen) onClose()
  }
  const name = subject || tenant
  if (impact.data?.holds.length) return <HeldDialog open={open} onChange={change} name={name} impact={impact.data} />
  const erase = async () => {
    const started = await client.erasures.start.mutate({ tenant, subject, confirm: name })
    const done = await follow(started, setJob).finally(() => setJob(null))
    if (done.state !== 'done') throw new Error(done.error ?? 'It was stopped. What is gone is gone; start it again.')
    await cache.invalidateQueries({ queryKey: trpc.erasures.receipts.pathKey() })
    showToast({ title: 'Erased', description: 'The receipt stands here.', tone: 'good' })
    router.push('/data')
    // Whatever a screen still holds of it is asked for anew.
    cache.removeQueries({ queryKey: trpc.threads.pathKey() })
    await cache.invalidateQueries()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title={`Erase ${name} for good?`}
      description="All that is stored of this subject goes, with all that was made from it. There is no trash, no undo, and no way to bring it back. Export it first if somebody may need it."
      action="Erase for good"
      typed={isTypable(name) ? name : 'erase'}
      onConfirm={erase}
    >
      {job ? (
        <p role="status" className="text-12 tabular-nums">
          Erasing: {job.done.toLocaleString('en')} of {formatQuantity(job.total ?? 0, 'thread')}. You may close this; it
          goes on.
        </p>
      ) : impact.isPending ? (
        <SkeletonRows rows={5} label="Counting what there is" />
      ) : impact.isError ? (
        <QueryError
          layout="inline"
          title="It could not be counted"
          error={impact.error}
          onRetry={() => void impact.refetch()}
          isRetrying={impact.isFetching}
        />
      ) : (
        <ImpactFacts impact={impact.data} />
      )}
    </ConfirmDialog>
  )
}

function ImpactFacts({ impact }: { impact: ErasureImpact }) {
  const { threads, inTrash, forks, places, auditLines } = impact
  const parts = places.find(({ table }) => table === 'export_part')
  return (
    <div className="grid gap-3">
      <p className="text-13">
        {formatQuantity(threads, 'thread')}
        {inTrash > 0 ? `, ${inTrash.toLocaleString('en')} of them in the trash` : ''}
        {forks > 0 ? `, ${formatQuantity(forks, 'fork')} among them` : ''}.
      </p>
      <PlacesList label="What goes" places={places} />
      <p className="text-12 text-ink-2">
        {parts
          ? 'Export files that may hold it go whole, also those of its tenant and of everything: start them again. '
          : ''}
        {formatQuantity(auditLines, 'line')} of the audit log stay: ids, names of keys and reasons, no content.
      </p>
    </div>
  )
}

function HeldDialog(props: {
  open: boolean
  onChange: (isOpen: boolean) => void
  name: string
  impact: ErasureImpact
}) {
  const { open, onChange, name, impact } = props
  return (
    <Dialog
      open={open}
      onOpenChange={onChange}
      size="small"
      title={`${name} cannot be erased now`}
      description="A legal hold comes before an erasure. Lift it first, if you may."
      footer={<DialogClose render={<Button>Close</Button>} />}
    >
      <ul className="grid gap-2 text-13">
        {impact.holds.map(({ id, subject, placedAt, reason }) => (
          <li key={id} className="wrap-anywhere">
            {subject === null ? 'The tenant is under legal hold' : 'Under legal hold'} since {placedAt.slice(0, 10)}:{' '}
            {reason}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Whether a person can type a name into one line. */
function isTypable(name: string): boolean {
  return name === name.trim() && !/\p{Cc}/u.test(name)
}
