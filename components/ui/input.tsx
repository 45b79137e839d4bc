'use client'

import { Input as BaseInput } from '@base-ui/react/input'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

/** What every control for text looks like; 16 px for fingers, so that a phone does not zoom in on it. */
export const controlStyle =
  'w-full rounded-sm border border-control bg-panel px-2 text-13 text-ink transition-colors hover:border-ink-3 focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-ink data-invalid:border-bad aria-invalid:border-bad disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunk disabled:text-ink-3 pointer-coarse:text-16'

export interface InputProps extends Omit<ComponentProps<typeof BaseInput>, 'className' | 'size'> {
  className?: string
  /** Ids, keys, addresses: set in the mono face. */
  isMono?: boolean
  /** What stands inside at the end, for example a unit: "tokens". */
  unit?: ReactNode
}

/** One line of text. Inside a Field it takes its name, help and error from there. */
export function Input({ className, isMono = false, unit, ...rest }: InputProps) {
  const input = (
    <BaseInput
      {...rest}
      className={classNames(
        controlStyle,
        'h-7 pointer-coarse:h-11',
        isMono && 'font-mono text-12',
        unit ? 'pe-16' : null,
        rest.type === 'number' && 'tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none',
        className,
      )}
    />
  )
  if (!unit) return input
  return (
    <span className="relative block">
      {input}
      <span className="pointer-events-none absolute inset-y-0 end-2 flex items-center text-12 text-ink-3">{unit}</span>
    </span>
  )
}
