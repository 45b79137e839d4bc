'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { ChoiceButton } from './choice-button'
import type { ThreadFilterState } from './thread-search'
import { type TimeRange, timePresets } from './time-range'
import { useFacet } from './use-facet'

export interface TimeChoiceProps {
  /** Which time: of the last message, or of the thread. */
  by: 'active' | 'created'
  filters: ThreadFilterState
  onChoose: (range: TimeRange) => void
}

/** A time up to now, or whole days. */
export function TimeChoice({ by, filters, onChoose }: TimeChoiceProps) {
  const initial = filters[by]
  const { countOf } = useFacet(by, filters)
  const days = initial && !('last' in initial) ? initial : {}
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
            aside={countOf(preset.value)}
            isChosen={initial !== null && 'last' in initial && initial.last === preset.value}
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
