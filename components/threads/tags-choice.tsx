'use client'

import { Chip } from '../ui/chip'
import { TagForm } from './tag-form'

interface Tag {
  key: string
  value: string
}

export interface TagsChoiceProps {
  /** What must have them. */
  of?: string
  tags: readonly Tag[]
  onChange: (tags: Tag[]) => void
}

/** Tags that a thread, or what is said, must have, all of them. */
export function TagsChoice({ of = 'A thread', tags, onChange }: TagsChoiceProps) {
  const without = (key: string) => tags.filter((tag) => tag.key !== key)
  return (
    <div className="grid gap-3">
      {tags.length > 0 ? (
        <div className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <Chip
              key={tag.key}
              label={tag.key}
              value={tag.value}
              removeLabel={`Remove filter ${tag.key}`}
              onRemove={() => onChange(without(tag.key))}
            />
          ))}
        </div>
      ) : null}
      <TagForm action="Add" onSubmit={(tag) => onChange([...without(tag.key), tag])} />
      <p className="text-12 text-ink-3">{of} must have all of them. Without a value it is a label.</p>
    </div>
  )
}
