'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button'
import { mentionedIn } from './mention-text'
import { NoteField } from './note-field'
import { type NoteText, usePeople } from './use-notes'

export interface NoteFormProps {
  label: string
  /** What stands there when it opens. */
  initial?: string
  action: string
  /** What the note is about, over the field. */
  about?: ReactNode
  /** Takes the focus when it changes to something. */
  focusOn?: unknown
  /** Answers whether it was saved; the field is empty then. */
  onSave: (note: NoteText) => Promise<boolean>
  onCancel?: () => void
}

const nobody: never[] = []

/** Writes a note, or changes one. */
export function NoteForm({ label, initial = '', action, about, focusOn, onSave, onCancel }: NoteFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const people = usePeople() ?? nobody
  const [text, setText] = useState(initial)
  const [isSaving, setIsSaving] = useState(false)
  const isBlank = text.trim() === ''
  useEffect(() => {
    if (focusOn) field.current?.focus()
  }, [focusOn])
  const save = async () => {
    if (isBlank || isSaving) return
    setIsSaving(true)
    const isSaved = await onSave({ text, mentions: mentionedIn(text, people) })
    setIsSaving(false)
    if (isSaved) setText('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
    >
      {about}
      <NoteField
        ref={field}
        label={label}
        placeholder="Write to colleagues, @ names one"
        value={text}
        people={people}
        onValueChange={setText}
        onSubmit={() => void save()}
        onCancel={onCancel}
      />
      <div className="flex justify-end gap-1.5">
        {onCancel ? (
          <Button size="small" variant="bare" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        <Button type="submit" size="small" disabled={isBlank} isBusy={isSaving} hint="mod+enter">
          {action}
        </Button>
      </div>
    </form>
  )
}
