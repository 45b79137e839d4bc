'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { ChoiceButton } from './choice-button'
import type { ThreadFilterState } from './thread-search'
import { useFacet } from './use-facet'

export interface TokenRange {
  min: number | null
  max: number | null
}

/** As the server counts them. */
const ranges = [
  { value: '0..999', label: 'under 1,000', min: null, max: 999 },
  { value: '1000..9999', label: '1,000 to 9,999', min: 1_000, max: 9_999 },
  { value: '10000..99999', label: '10,000 to 99,999', min: 10_000, max: 99_999 },
  { value: '100000..', label: '100,000 or more', min: 100_000, max: null },
] as const

function readTokens(text: string): number | null {
  const value = Number.parseInt(text, 10)
  return Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** How many tokens a thread holds. */
export function TokensChoice(props: { filters: ThreadFilterState; onChoose: (range: TokenRange) => void }) {
  const { filters, onChoose } = props
  const initial: TokenRange = { min: filters.min, max: filters.max }
  const { countOf } = useFacet('tokens', filters)
  const [min, setMin] = useState(initial.min?.toString() ?? '')
  const [max, setMax] = useState(initial.max?.toString() ?? '')
  const range = { min: readTokens(min), max: readTokens(max) }
  const isReversed = range.min !== null && range.max !== null && range.min > range.max
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReversed) onChoose(range)
  }
  return (
    <div className="grid gap-3">
      <div className="-mx-1">
        {ranges.map(({ value, label, min: least, max: most }) => (
          <ChoiceButton
            key={value}
            aside={countOf(value)}
            isChosen={initial.min === least && initial.max === most}
            onChoose={() => onChoose({ min: least, max: most })}
          >
            {label}
          </ChoiceButton>
        ))}
      </div>
      <form onSubmit={submit} className="grid grid-cols-2 gap-2 border-line border-t pt-3">
        <Field label="At least">
          <Input type="number" min={0} step={1} inputMode="numeric" value={min} onValueChange={setMin} />
        </Field>
        <Field label="At most" error={isReversed ? 'Less than the least.' : undefined}>
          <Input type="number" min={0} step={1} inputMode="numeric" value={max} onValueChange={setMax} />
        </Field>
        <Button type="submit" disabled={isReversed} className="col-span-2 justify-self-end">
          Apply
        </Button>
      </form>
    </div>
  )
}
