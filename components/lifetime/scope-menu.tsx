'use client'

import { Download, Ellipsis, Eraser, Scale } from 'lucide-react'
import { useState } from 'react'
import { usePermissions } from '../data/use-permissions'
import { useMatchingJob } from '../threads/use-matching-job'
import { IconButton } from '../ui/icon-button'
import { Menu, MenuItem } from '../ui/menu'
import { EraseDialog } from './erase-dialog'
import { PlaceHoldDialog } from './place-hold-dialog'

/** What one does with all of a tenant or a subject; nothing for whoever may do none of it. */
export function ScopeMenu({ tenant, subject }: { tenant: string; subject: string | undefined }) {
  const { act, manage } = usePermissions()
  const { running, exportAll } = useMatchingJob()
  const [open, setOpen] = useState<'hold' | 'erase' | null>(null)
  if (!act && !manage) return null
  const where = subject === undefined ? { scopePattern: { tenant } } : { scope: { tenant, subject } }
  const close = () => setOpen(null)
  return (
    <>
      {running ? (
        <span role="status" className="text-12 text-ink-2 tabular-nums whitespace-nowrap">
          {running.going} {running.job.done.toLocaleString('en')} of {(running.job.total ?? 0).toLocaleString('en')}
        </span>
      ) : null}
      <Menu align="end" trigger={<IconButton label="All of it" icon={<Ellipsis aria-hidden="true" />} />}>
        {act ? (
          <MenuItem
            icon={<Download aria-hidden="true" strokeWidth={1.5} />}
            disabled={running !== null}
            onSelect={() => void exportAll({ ...where, filters: {} }, 'loci-jsonl')}
          >
            Export all
          </MenuItem>
        ) : null}
        {manage ? (
          <MenuItem icon={<Scale aria-hidden="true" strokeWidth={1.5} />} onSelect={() => setOpen('hold')}>
            Legal hold…
          </MenuItem>
        ) : null}
        {manage && subject !== undefined ? (
          <MenuItem isDanger icon={<Eraser aria-hidden="true" strokeWidth={1.5} />} onSelect={() => setOpen('erase')}>
            Erase…
          </MenuItem>
        ) : null}
      </Menu>
      <PlaceHoldDialog open={open === 'hold'} onClose={close} tenant={tenant} subject={subject} />
      {subject === undefined ? null : (
        <EraseDialog open={open === 'erase'} onClose={close} tenant={tenant} subject={subject} />
      )}
    </>
  )
}
