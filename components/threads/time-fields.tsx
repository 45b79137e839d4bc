'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { ChoiceButton } from './choice-button'
import { type TimePreset, type TimeRange, timePresets } from './time-range'

export interface TimeFieldsProps {
  value: TimeRange | null
  /** What stands at the end of a preset's line: a figure. */
  asideOf?: (preset: TimePreset) => ReactNode
  onChoose: (range: TimeRange) => void
}

/** A time up to now, or whole days. */
export function TimeFields({ value, asideOf, onChoose }: TimeFieldsProps) {
  const days = value && !('last' in value) ? value : {}
  const [from, setFrom] = useState(days.from ?? '')
  const [to, setTo] = useState(days.to ?? '')
  const isReversed = from !== '' && to !== '' && from > to
  const canApply = (from !== '' || to !== '') && !isReversed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canApply) onChoose({ ...(from ? { from } : {}), ...(to ? { to } : {}) })
  }
  return (
    <div className="grid gap-3">
      <div className="-mx-1">
        {timePresets.map((preset) => (
          <ChoiceButton
            key={preset.value}
            aside={asideOf?.(preset.value)}
            isChosen={value !== null && 'last' in value && value.last === preset.value}
            onChoose={() => onChoose({ last: preset.value })}
          >
            {preset.label}
          </ChoiceButton>
        ))}
      </div>
      <form onSubmit={submit} className="grid grid-cols-2 gap-2 border-line border-t pt-3">
        <Field label="From">
          <Input type="date" value={from} onValueChange={setFrom} />
        </Field>
        <Field label="To" error={isReversed ? 'Ends before it begins.' : undefined}>
          <Input type="date" value={to} onValueChange={setTo} />
        </Field>
        <Button type="submit" disabled={!canApply} className="col-span-2 justify-self-end">
          Apply
        </Button>
      </form>
    </div>
  )
}
