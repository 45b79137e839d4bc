'use client'

import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names'

export interface CheckboxProps {
  checked: boolean | 'some'
  onCheckedChange: (checked: boolean, event: Event) => void
  /** The name. With `isLabelHidden` it is only read out (a row's checkbox). */
  label: ReactNode
  isLabelHidden?: boolean
  description?: ReactNode
  name?: string
  disabled?: boolean
  className?: string
}

/** Yes or no, or `some` of a group. */
export function Checkbox(props: CheckboxProps) {
  const { checked, onCheckedChange, label, isLabelHidden = false, description, name, disabled, className } = props
  const labelId = useId()
  const box = (
    <BaseCheckbox.Root
      checked={checked === true}
      indeterminate={checked === 'some'}
      onCheckedChange={(next, details) => onCheckedChange(next, details.event)}
      name={name}
      aria-labelledby={labelId}
      disabled={disabled}
      className="wide-target mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-control bg-panel transition-colors hover:border-ink data-checked:border-act data-checked:bg-act data-indeterminate:border-act data-indeterminate:bg-act data-disabled:cursor-not-allowed data-disabled:opacity-50"
    >
      <BaseCheckbox.Indicator className="flex text-act-ink">
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="size-4"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        >
          <path
            d={checked === 'some' ? 'M4.5 8h7' : 'M4 8.2 6.8 11 12 5.4'}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  )
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the checkbox inside
    <label className={classNames('inline-flex items-start gap-2 text-13', disabled && 'text-ink-3', className)}>
      {box}
      <span>
        <span id={labelId} className={isLabelHidden ? 'sr-only' : undefined}>
          {label}
        </span>
        {description ? <span className="block text-12 text-ink-3">{description}</span> : null}
      </span>
    </label>
  )
}
