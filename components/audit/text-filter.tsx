'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'

export interface TextFilterProps {
  label: string
  /** What one may enter. */
  hint: string
  value: string | null
  onChoose: (value: string) => void
}

/** A filter by a text that one knows: an id, an address, a name. */
export function TextFilter({ label, hint, value, onChoose }: TextFilterProps) {
  const [text, setText] = useState(value ?? '')
  const trimmed = text.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (trimmed !== '') onChoose(trimmed)
  }
  return (
    <form onSubmit={submit} className="grid w-64 max-w-full gap-3">
      <Field label={label} description={hint}>
        <Input value={text} onValueChange={setText} />
      </Field>
      <Button type="submit" disabled={trimmed === ''} className="justify-self-end">
        Apply
      </Button>
    </form>
  )
}
