'use client'

import { Tags } from '@/server/schemas/fields'
import type { ThreadView } from '@/server/schemas/threads'
import { TagForm } from '../threads/tag-form'
import { useThreadActions } from '../threads/use-thread-actions'
import { Chip, ChipButton } from '../ui/chip'
import { Popover } from '../ui/popover'
import { showToast } from '../ui/toast'

export interface ThreadTagsProps {
  thread: ThreadView
  isAdding: boolean
  onAddingChange: (isAdding: boolean) => void
}

/** A thread's tags, a cross to take each away, and a place to add one. */
export function ThreadTags({ thread, isAdding, onAddingChange }: ThreadTagsProps) {
  const { tag } = useThreadActions()
  const add = ({ key, value }: { key: string; value: string }) => {
    const checked = Tags.safeParse({ ...thread.tags, [key]: value })
    if (!checked.success) {
      showToast({ title: 'The tag was not added', description: checked.error.issues[0]?.message, tone: 'bad' })
      return
    }
    onAddingChange(false)
    void tag([thread.uid], { addTags: { [key]: value } })
  }
  return (
    <div className="flex min-w-0 max-w-full flex-wrap gap-1.5">
      {Object.entries(thread.tags).map(([key, value]) => (
        <Chip
          key={key}
          label={key}
          value={value}
          removeLabel={`Remove tag ${key}`}
          onRemove={() => void tag([thread.uid], { removeTags: [key] })}
        />
      ))}
      <Popover open={isAdding} onOpenChange={onAddingChange} title="Add a tag" trigger={<ChipButton>+ tag</ChipButton>}>
        <TagForm action="Add" onSubmit={add} />
      </Popover>
    </div>
  )
}
