'use client'

import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names'

export interface Choice<Value extends string> {
  value: Value
  label: ReactNode
  /** The name on the wire, beside the plain word. */
  apiName?: string
  /** One line: what one gets. */
  description?: ReactNode
  disabled?: boolean
}

export interface ChoiceListProps<Value extends string> {
  label: string
  choices: readonly Choice<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  name?: string
  className?: string
}

/** One of several that each need a line to explain: a frame of ink stands around the chosen one. */
export function ChoiceList<Value extends string>(props: ChoiceListProps<Value>) {
  const { label, choices, value, onValueChange, name, className } = props
  return (
    <RadioGroup
      aria-label={label}
      name={name}
      value={value}
      onValueChange={onValueChange}
      className={classNames('grid gap-1.5', className)}
    >
      {choices.map((choice) => (
        <ChoiceCard key={choice.value} choice={choice} />
      ))}
    </RadioGroup>
  )
}

function ChoiceCard<Value extends string>({ choice }: { choice: Choice<Value> }) {
  const descriptionId = useId()
  const labelId = useId()
  return (
    <Radio.Root
      value={choice.value}
      disabled={choice.disabled}
      aria-labelledby={labelId}
      aria-describedby={choice.description ? descriptionId : undefined}
      className="grid cursor-pointer content-start gap-0.5 rounded-md border border-line bg-panel px-3 py-2 text-start transition-colors hover:border-control focus-visible:outline-offset-2 data-checked:border-ink data-checked:shadow-[inset_0_0_0_1px_var(--color-ink)] data-disabled:cursor-not-allowed data-disabled:bg-sunk data-disabled:text-ink-3 forced-colors:data-checked:outline-2"
    >
      <span id={labelId} className="font-medium text-13">
        {choice.label}
        {choice.apiName ? (
          <span className="ms-1.5 font-mono font-normal text-12 text-ink-3">{choice.apiName}</span>
        ) : null}
      </span>
      {choice.description ? (
        <span id={descriptionId} className="text-12 text-ink-3">
          {choice.description}
        </span>
      ) : null}
    </Radio.Root>
  )
}
