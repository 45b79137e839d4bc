'use client'

import { useQuery } from '@tanstack/react-query'
import { Download, Tag, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../data/trpc'
import { usePermissions } from '../data/use-permissions'
import { AssigneeMenu } from '../review/assignee-menu'
import { StatusMenu } from '../review/status-menu'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { IconButton } from '../ui/icon-button'
import { Menu, MenuItem } from '../ui/menu'
import { formatQuantity } from '../ui/number-format'
import { Popover } from '../ui/popover'
import { useShortcut } from '../ui/use-shortcut'
import { FEW } from './delete-dialog'
import { ImpactFacts } from './impact-facts'
import { TagForm } from './tag-form'
import type { Matching, useMatchingJob } from './use-matching-job'

/** In which forms a list is exported. */
const exportForms = [
  { format: 'loci-jsonl', label: 'Whole threads, NDJSON' },
  { format: 'csv', label: 'A table, CSV' },
  { format: 'openai-jsonl', label: 'Messages, OpenAI JSONL' },
] as const

export interface MatchingBarProps {
  matching: Matching
  job: ReturnType<typeof useMatchingJob>
  onClear: () => void
}

/** What one does with all threads that match, loaded or not; it takes the place of the filters. */
export function MatchingBar({ matching, job, onClear }: MatchingBarProps) {
  const trpc = useTRPC()
  const { edit, act } = usePermissions()
  const counted = useQuery(trpc.threads.countMatching.queryOptions(matching))
  const [open, setOpen] = useState<'tag' | 'delete' | null>(null)
  const [tagging, setTagging] = useState<'add' | 'remove'>('add')
  const threads = counted.data?.threads
  const isUnfiltered = Object.values(matching.filters ?? {}).every((value) => value === undefined)
  const words = threads === undefined ? 'Counting' : `All ${formatQuantity(threads, 'thread')} that match`
  const begin = (work: Promise<unknown>) => {
    setOpen(null)
    onClear()
    void work
  }

  useShortcut('t', () => setOpen('tag'), { label: 'Tag all that match', group: 'List', isOn: edit === true })
  useShortcut('#', () => setOpen('delete'), { label: 'Delete all that match', group: 'List', isOn: act === true })

  return (
    <div
      role="toolbar"
      aria-label={words}
      className="flex h-full min-h-10 items-center gap-2 bg-pick px-4 max-lg:flex-wrap py-1.5"
    >
      <span role="status" className="min-w-0 truncate font-medium tabular-nums">
        {counted.isError ? 'They could not be counted' : words}
      </span>
      {edit ? (
        <Popover
          open={open === 'tag'}
          onOpenChange={(isOpen) => setOpen(isOpen ? 'tag' : null)}
          title={`Tag of ${words.toLowerCase()}`}
          trigger={
            <Button disabled={!threads} icon={<Tag aria-hidden="true" strokeWidth={1.5} />}>
              Tag
            </Button>
          }
        >
          <div className="mb-3 flex gap-1">
            {(['add', 'remove'] as const).map((way) => (
              <Button
                key={way}
                size="small"
                variant={way === tagging ? 'outline' : 'bare'}
                aria-pressed={way === tagging}
                onClick={() => setTagging(way)}
              >
                {way === 'add' ? 'Add' : 'Take off'}
              </Button>
            ))}
          </div>
          <TagForm
            isKeyOnly={tagging === 'remove'}
            action={tagging === 'add' ? 'Add to all' : 'Take off all'}
            onSubmit={({ key, value }) =>
              begin(job.tag(matching, tagging === 'add' ? { addTags: { [key]: value } } : { removeTags: [key] }))
            }
          />
        </Popover>
      ) : null}
      {edit ? (
        <>
          <StatusMenu disabled={!threads} onChange={(change) => begin(job.mark(matching, change))} />
          <AssigneeMenu disabled={!threads} onAssign={(assignee) => begin(job.assign(matching, assignee))} />
        </>
      ) : null}
      {act ? (
        <>
          <Menu
            trigger={
              <Button disabled={!threads} icon={<Download aria-hidden="true" strokeWidth={1.5} />}>
                Export
              </Button>
            }
          >
            {exportForms.map(({ format, label }) => (
              <MenuItem key={format} onSelect={() => begin(job.exportAll(matching, format))}>
                {label}
              </MenuItem>
            ))}
          </Menu>
          <Button
            variant="danger"
            disabled={!threads}
            icon={<Trash2 aria-hidden="true" strokeWidth={1.5} />}
            onClick={() => setOpen('delete')}
          >
            Delete
          </Button>
        </>
      ) : null}
      <span className="flex-1" />
      <IconButton label="Clear the selection" hint="escape" icon={<X aria-hidden="true" />} onClick={onClear} />
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'delete' : null)}
        title={`Delete ${formatQuantity(threads ?? 0, 'thread')}?`}
        description={`All that match now, with ${formatQuantity(counted.data?.messages ?? 0, 'message')}. They go into the trash, and it can be taken back.`}
        action="Delete all"
        typed={threads !== undefined && (threads > FEW || isUnfiltered) ? String(threads) : undefined}
        onConfirm={() => begin(job.remove(matching))}
      >
        {open === 'delete' ? <ImpactFacts of={matching} /> : null}
      </ConfirmDialog>
    </div>
  )
}
