'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'

export interface TagFormProps {
  /** The verb of the button: "Add", "Add to 12 threads". */
  action: string
  isBusy?: boolean
  /** What is asked for is a tag's key, whatever its value. */
  isKeyOnly?: boolean
  /** The fields are empty again afterwards. */
  onSubmit: (tag: { key: string; value: string }) => void
}

/** A tag's key and value; without a value it is a label. */
export function TagForm({ action, isBusy, isKeyOnly = false, onSubmit }: TagFormProps) {
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!key.trim()) return
    onSubmit({ key: key.trim(), value: value.trim() })
    setKey('')
    setValue('')
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-2 gap-2">
      <Field label="Key">
        <Input value={key} onValueChange={setKey} maxLength={128} placeholder="topic" autoComplete="off" />
      </Field>
      {isKeyOnly ? null : (
        <Field label="Value">
          <Input value={value} onValueChange={setValue} maxLength={1024} placeholder="refund" autoComplete="off" />
        </Field>
      )}
      <Button type="submit" disabled={!key.trim()} isBusy={isBusy} className="col-span-2 justify-self-end">
        {action}
      </Button>
    </form>
  )
}
