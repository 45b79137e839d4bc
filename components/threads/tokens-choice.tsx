'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'

export interface TokenRange {
  min: number | null
  max: number | null
}

function readTokens(text: string): number | null {
  const value = Number.parseInt(text, 10)
  return Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** How many tokens a thread holds. */
export function TokensChoice({ initial, onChoose }: { initial: TokenRange; onChoose: (range: TokenRange) => void }) {
  const [min, setMin] = useState(initial.min?.toString() ?? '')
  const [max, setMax] = useState(initial.max?.toString() ?? '')
  const range = { min: readTokens(min), max: readTokens(max) }
  const isReversed = range.min !== null && range.max !== null && range.min > range.max
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReversed) onChoose(range)
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-2 gap-2">
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
  )
}
