'use client'

import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names'

export interface SwitchProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  label: ReactNode
  description?: ReactNode
  name?: string
  disabled?: boolean
  className?: string
}

/** A setting that is on or off and takes effect at once. Its label stands before it, the switch at the end of the line. */
export function Switch({ checked, onCheckedChange, label, description, name, disabled, className }: SwitchProps) {
  const labelId = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the switch inside
    <label className={classNames('flex items-start justify-between gap-4 text-13', className)}>
      <span>
        <span id={labelId} className="font-medium">
          {label}
        </span>
        {description ? <span className="block text-12 text-ink-3">{description}</span> : null}
      </span>
      <BaseSwitch.Root
        checked={checked}
        onCheckedChange={onCheckedChange}
        name={name}
        aria-labelledby={labelId}
        disabled={disabled}
        className="wide-target mt-px flex h-4.5 w-8 shrink-0 items-center rounded-full border border-control bg-panel p-0.5 transition-colors data-checked:border-act data-checked:bg-act data-disabled:cursor-not-allowed data-disabled:opacity-50"
      >
        <BaseSwitch.Thumb className="size-3 rounded-full bg-ink-3 transition-transform data-checked:translate-x-3.5 data-checked:bg-act-ink forced-colors:bg-[ButtonText]" />
      </BaseSwitch.Root>
    </label>
  )
}
