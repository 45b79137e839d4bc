'use client'

import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { NOTE_BYTES } from '@/server/schemas/notes'
import type { PersonView } from '@/server/schemas/people'
import { Textarea } from '../ui/textarea'
import { MentionList, optionId } from './mention-list'
import { completeMention, type MentionQuery, matchPeople, mentionOf, mentionQueryAt } from './mention-text'

export interface NoteFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>
  label: string
  placeholder: string
  value: string
  people: readonly PersonView[]
  onValueChange: (text: string) => void
  onSubmit: () => void
  onCancel?: () => void
}

/** Where a note is written. `@` names people: arrows choose, Enter or Tab takes, Escape lets go. Ctrl or Cmd with Enter saves. */
export function NoteField(props: NoteFieldProps) {
  const { ref, label, placeholder, value, people, onValueChange, onSubmit, onCancel } = props
  const listId = useId()
  const [at, setAt] = useState<MentionQuery | null>(null)
  const [active, setActive] = useState(0)
  const found = at ? matchPeople(people, at.query) : []
  const chosen = found[Math.min(active, found.length - 1)]

  const look = (field: HTMLTextAreaElement) => {
    const next = mentionQueryAt(field.value, field.selectionStart)
    if (next?.start !== at?.start || next?.query !== at?.query) setActive(0)
    setAt(next)
  }
  const pick = (person: PersonView) => {
    if (!at) return
    const done = completeMention(value, { ...at, mention: mentionOf(person, people) })
    onValueChange(done.text)
    setAt(null)
    // The caret can stand behind the name once the field holds it.
    requestAnimationFrame(() => ref.current?.setSelectionRange(done.caret, done.caret))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const action = actionOf(event)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return onSubmit
    if (!chosen) return event.key === 'Escape' ? onCancel : undefined
    switch (event.key) {
      case 'ArrowDown':
        return () => setActive((active + 1) % found.length)
      case 'ArrowUp':
        return () => setActive((active + found.length - 1) % found.length)
      case 'Enter':
      case 'Tab':
        return () => pick(chosen)
      case 'Escape':
        return () => setAt(null)
      default:
        return undefined
    }
  }
  return (
    <div className="relative">
      {chosen ? (
        <MentionList id={listId} people={found} active={Math.min(active, found.length - 1)} onPick={pick} />
      ) : null}
      <Textarea
        ref={ref}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={chosen ? listId : undefined}
        aria-activedescendant={chosen ? optionId(listId, chosen.id) : undefined}
        placeholder={placeholder}
        value={value}
        maxLength={NOTE_BYTES}
        dir="auto"
        onChange={(event) => {
          onValueChange(event.target.value)
          look(event.target)
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setAt(null)}
        onKeyDown={onKeyDown}
        className="max-h-60 w-full"
      />
    </div>
  )
}
