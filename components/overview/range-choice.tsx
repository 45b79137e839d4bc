'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { FilterChip } from '../ui/filter-chip'
import { Input } from '../ui/input'
import { SegmentedControl } from '../ui/segmented-control'
import { type OverviewRange, parseOverviewRange, rangePresets, usualRange } from './overview-range'

export interface RangeChoiceProps {
  range: OverviewRange
  onChange: (range: OverviewRange | null) => void
}

/** A time up to now, or whole days. */
export function RangeChoice({ range, onChange }: RangeChoiceProps) {
  const days = 'last' in range ? null : range
  return (
    <>
      <SegmentedControl
        label="Time"
        value={days ? 'days' : serializePreset(range)}
        onValueChange={(last) => onChange(last === 'days' ? range : { last })}
        options={rangePresets.map((value) => ({ value, label: value }))}
      />
      <FilterChip
        label="days"
        value={days ? (days.from === days.to ? days.from : `${days.from} to ${days.to}`) : undefined}
        onClear={() => onChange(null)}
      >
        {(close) => (
          <DaysForm
            initial={days}
            onApply={(next) => {
              onChange(next)
              close()
            }}
          />
        )}
      </FilterChip>
    </>
  )
}

function serializePreset(range: OverviewRange) {
  return 'last' in range ? range.last : 'last' in usualRange ? usualRange.last : '7d'
}

interface DaysFormProps {
  initial: { from: string; to: string } | null
  onApply: (range: OverviewRange) => void
}

function DaysForm({ initial, onApply }: DaysFormProps) {
  const [from, setFrom] = useState(initial?.from ?? '')
  const [to, setTo] = useState(initial?.to ?? '')
  const range = parseOverviewRange(`${from}..${to}`)
  const isWhole = from !== '' && to !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (range) onApply(range)
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-2 gap-2">
      <Field label="From">
        <Input type="date" value={from} onValueChange={setFrom} />
      </Field>
      <Field label="To" error={isWhole && !range ? 'Behind the first, within a year.' : undefined}>
        <Input type="date" value={to} onValueChange={setTo} />
      </Field>
      <Button type="submit" disabled={!range} className="col-span-2 justify-self-end">
        Apply
      </Button>
    </form>
  )
}
