'use client'

import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names'

interface Segment<Value extends string> {
  value: Value
  label: ReactNode
  disabled?: boolean
}

export interface SegmentedControlProps<Value extends string> {
  /** The name of the choice, read out. */
  label: string
  options: readonly Segment<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  name?: string
  className?: string
}

/** One of two to four, all in sight. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onValueChange, name, className } = props
  return (
    <RadioGroup
      aria-label={label}
      name={name}
      value={value}
      onValueChange={onValueChange}
      className={classNames('flex overflow-clip rounded-sm border border-control bg-panel', className)}
    >
      {options.map((option) => (
        <SegmentButton key={option.value} option={option} />
      ))}
    </RadioGroup>
  )
}

function SegmentButton<Value extends string>({ option }: { option: Segment<Value> }) {
  // A Field around the group would give its own label to each of them.
  const labelId = useId()
  return (
    <Radio.Root
      value={option.value}
      disabled={option.disabled}
      aria-labelledby={labelId}
      className="flex h-6.5 flex-1 cursor-pointer items-center justify-center gap-1.5 border-control border-s px-2.5 font-medium text-12 text-ink-2 whitespace-nowrap transition-colors first:border-s-0 hover:bg-hover focus-visible:-outline-offset-3 data-checked:bg-act data-checked:text-act-ink data-checked:focus-visible:outline-act-ink data-disabled:cursor-not-allowed data-disabled:text-ink-3 pointer-coarse:h-11 forced-colors:data-checked:bg-[Highlight] forced-colors:data-checked:text-[HighlightText]"
    >
      <span id={labelId}>{option.label}</span>
    </Radio.Root>
  )
}
