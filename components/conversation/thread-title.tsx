'use client'

import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Title } from '@/server/schemas/fields'
import type { ThreadView } from '@/server/schemas/threads'
import { Input } from '../ui/input'
import { useRenameThread } from './use-rename-thread'

/** What a thread is called: its title, else its first line, else its id. */
export function titleOf(thread: Pick<ThreadView, 'title' | 'firstLine' | 'threadId'>): string {
  return thread.title || thread.firstLine || thread.threadId
}

export interface ThreadTitleProps {
  thread: ThreadView
  isEditing: boolean
  onEditingChange: (isEditing: boolean) => void
}

/** The title, renamed where it stands: Enter saves, Escape leaves it as it was, empty takes the first line again. */
export function ThreadTitle({ thread, isEditing, onEditingChange }: ThreadTitleProps) {
  const rename = useRenameThread()
  const shown = rename.isPending ? rename.variables.title : thread.title
  if (isEditing) {
    return (
      <TitleInput
        initial={thread.title ?? ''}
        placeholder={thread.firstLine || thread.threadId}
        onLeave={() => onEditingChange(false)}
        onSave={(title) => {
          onEditingChange(false)
          if (title !== (thread.title ?? '')) rename.mutate({ uid: thread.uid, title: title === '' ? null : title })
        }}
      />
    )
  }
  return (
    <button
      type="button"
      onClick={() => onEditingChange(true)}
      title="Rename (R)"
      className="group flex w-full items-start gap-2 rounded-sm text-start font-semibold text-16 pointer-coarse:min-h-11"
    >
      <span dir="auto" className="line-clamp-3 min-w-0 flex-1 wrap-anywhere">
        {titleOf({ ...thread, title: shown ?? null })}
      </span>
      <Pencil
        aria-label="Rename"
        strokeWidth={1.5}
        className="mt-1 size-4 shrink-0 text-ink-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100"
      />
    </button>
  )
}

interface TitleInputProps {
  initial: string
  placeholder: string
  onSave: (title: string) => void
  onLeave: () => void
}

function TitleInput({ initial, placeholder, onSave, onLeave }: TitleInputProps) {
  const [text, setText] = useState(initial)
  const isValid = Title.safeParse(text).success
  const save = () => (isValid ? onSave(text.trim()) : undefined)
  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Input
        autoFocus
        aria-label="Title"
        aria-invalid={!isValid}
        value={text}
        placeholder={placeholder}
        onValueChange={setText}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => (isValid ? save() : onLeave())}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onLeave()
        }}
      />
      <p className={isValid ? 'text-11 text-ink-3' : 'text-11 text-bad'}>
        {isValid ? 'Enter saves, Esc keeps the old one.' : 'At most 1,024 bytes.'}
      </p>
    </form>
  )
}
