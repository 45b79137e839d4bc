'use client'

import { Tag, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { AssigneeMenu } from '../review/assignee-menu'
import { StatusMenu } from '../review/status-menu'
import { useAssign } from '../review/use-assign'
import { useMark } from '../review/use-mark'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { IconButton } from '../ui/icon-button'
import { formatQuantity } from '../ui/number-format'
import { Popover } from '../ui/popover'
import { showToast } from '../ui/toast'
import { useShortcut } from '../ui/use-shortcut'
import { DeleteDialog } from './delete-dialog'
import { TagForm } from './tag-form'
import { spellTag } from './tag-text'
import { type TagChange, useThreadActions } from './use-thread-actions'

export interface BulkBarProps {
  /** The selected threads that are loaded. */
  threads: readonly ThreadView[]
  /** All that match, loaded or not; absent where the selected are all there are. */
  all?: { label: string; onSelect: () => void } | undefined
  onClear: () => void
  /** They are about to go. */
  onDelete: () => void
}

/** What one can do with the selected threads; it takes the place of the filters. */
export function BulkBar({ threads, all, onClear, onDelete }: BulkBarProps) {
  const actions = useThreadActions()
  const [isTagging, setIsTagging] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const uids = threads.map((thread) => thread.uid)
  const count = formatQuantity(threads.length, 'thread')

  const tag = async (change: TagChange, said: string) => {
    setIsBusy(true)
    const isDone = await actions.tag(uids, change)
    setIsBusy(false)
    if (isDone) showToast({ title: said, tone: 'good' })
  }
  const assign = useAssign()
  const mark = useMark()
  const remove = () => {
    onDelete()
    void actions.remove(threads)
  }
  useShortcut('t', () => setIsTagging(true), { label: 'Tag the selected', group: 'List' })
  const [isDeleting, setIsDeleting] = useState(false)
  useShortcut('#', () => setIsDeleting(true), { label: 'Delete the selected', group: 'List' })

  return (
    <div
      role="toolbar"
      aria-label={`${count} selected`}
      className="flex h-full min-h-10 items-center gap-2 bg-pick px-4 max-lg:flex-wrap py-1.5"
    >
      <span role="status" className="font-medium tabular-nums whitespace-nowrap">
        {threads.length.toLocaleString('en')} selected
      </span>
      <Popover
        open={isTagging}
        onOpenChange={setIsTagging}
        title={`Tags of ${count}`}
        trigger={
          <Button icon={<Tag aria-hidden="true" strokeWidth={1.5} />} isBusy={isBusy} hint="t">
            Tag
          </Button>
        }
      >
        <BulkTags threads={threads} isBusy={isBusy} onTag={tag} />
      </Popover>
      <StatusMenu isBusy={mark.isPending} onChange={(change) => mark.mutate({ uids, ...change })} />
      <AssigneeMenu isBusy={assign.isPending} onAssign={(assignee) => assign.mutate({ uids, assignee })} />
      <Button
        variant="danger"
        icon={<Trash2 aria-hidden="true" strokeWidth={1.5} />}
        onClick={() => setIsDeleting(true)}
        disabled={isBusy}
        hint="#"
      >
        Delete
      </Button>
      {all ? (
        <Button variant="bare" onClick={all.onSelect}>
          {all.label}
        </Button>
      ) : null}
      <span className="flex-1" />
      <IconButton label="Clear the selection" hint="escape" icon={<X aria-hidden="true" />} onClick={onClear} />
      {isDeleting ? <DeleteDialog threads={threads} onClose={() => setIsDeleting(false)} onConfirm={remove} /> : null}
    </div>
  )
}

interface BulkTagsProps {
  threads: readonly ThreadView[]
  isBusy: boolean
  onTag: (change: TagChange, said: string) => Promise<void>
}

/** The tags that any of the threads has, with how many have it; and one to add to all. */
function BulkTags({ threads, isBusy, onTag }: BulkTagsProps) {
  const counts = new Map<string, { key: string; value: string; count: number }>()
  for (const thread of threads) {
    for (const [key, value] of Object.entries(thread.tags)) {
      const text = spellTag(key, value)
      counts.set(text, { key, value, count: (counts.get(text)?.count ?? 0) + 1 })
    }
  }
  return (
    <div className="grid gap-3">
      {counts.size > 0 ? (
        <div className="flex flex-wrap gap-1.5">
          {[...counts].map(([text, { key, value, count }]) => (
            <Chip
              key={text}
              label={key}
              value={`${value} ${count === threads.length ? '' : `(${count})`}`.trim()}
              removeLabel={`Remove tag ${text}`}
              onRemove={() => void onTag({ removeTags: [key] }, `Tag ${key} taken away`)}
            />
          ))}
        </div>
      ) : null}
      <TagForm
        action={`Add to ${formatQuantity(threads.length, 'thread')}`}
        isBusy={isBusy}
        onSubmit={({ key, value }) => void onTag({ addTags: { [key]: value } }, `Tag ${spellTag(key, value)} added`)}
      />
    </div>
  )
}
