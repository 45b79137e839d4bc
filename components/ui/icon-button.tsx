'use client'

import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { type ButtonLook, buttonStyle } from './button'
import { classNames } from './class-names'
import { Spinner } from './spinner'
import { Tooltip } from './tooltip'

const widths = { small: 'w-6 px-0', medium: 'w-7 px-0', large: 'w-9 px-0' }

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'ref' | 'children' | 'aria-label'>, ButtonLook {
  ref?: Ref<HTMLElement>
  /** The name: read by screen readers and shown as the tooltip. */
  label: string
  icon: ReactNode
  /** A shortcut to show in the tooltip. */
  hint?: string
  isBusy?: boolean
  /** Leaves the tooltip out, for example where a menu opens in its place. */
  isPlain?: boolean
}

/** A button that is an icon. Bare unless told otherwise; the name is never missing. */
export function IconButton({
  label,
  icon,
  hint,
  variant = 'bare',
  size = 'medium',
  isBusy = false,
  isPlain = false,
  disabled,
  onClick,
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <BaseButton
      {...rest}
      aria-label={label}
      disabled={disabled}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonStyle({ variant, size }), widths[size ?? 'medium'], className)}
    >
      {isBusy ? <Spinner label={null} /> : icon}
    </BaseButton>
  )
  if (isPlain) return button
  return (
    <Tooltip label={label} hint={hint}>
      {button}
    </Tooltip>
  )
}
