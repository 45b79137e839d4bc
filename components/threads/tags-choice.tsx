'use client'

import { Chip } from '../ui/chip'
import { TagForm } from './tag-form'

interface Tag {
  key: string
  value: string
}

/** Tags that a thread must have, all of them. */
export function TagsChoice({ tags, onChange }: { tags: readonly Tag[]; onChange: (tags: Tag[]) => void }) {
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
      <p className="text-12 text-ink-3">A thread must have all of them. Without a value it is a label.</p>
    </div>
  )
}
