'use client'

import { Button as BaseButton } from '@base-ui/react/button'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { classNames } from './class-names'
import { KeyHint } from './key-hint'
import { Link } from './link'
import { Spinner } from './spinner'

export const buttonStyle = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-sm border font-medium text-12 whitespace-nowrap transition-colors pointer-coarse:min-h-11 pointer-coarse:min-w-11 data-disabled:cursor-not-allowed aria-busy:cursor-progress [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        outline:
          'border-control bg-panel text-ink hover:bg-hover data-popup-open:bg-pick data-disabled:border-line-strong data-disabled:bg-panel data-disabled:text-ink-3',
        main: 'border-transparent bg-act text-act-ink hover:bg-act-hover data-disabled:bg-pick data-disabled:text-ink-3',
        bare: 'border-transparent text-ink-2 hover:bg-hover hover:text-ink data-popup-open:bg-pick data-popup-open:text-ink data-disabled:bg-transparent data-disabled:text-ink-3',
        danger:
          'border-control bg-panel text-bad hover:border-bad hover:bg-bad-soft data-disabled:border-line-strong data-disabled:bg-panel data-disabled:text-ink-3',
        'danger-main':
          'border-transparent bg-bad-fill text-bad-ink hover:bg-bad-fill-hover data-disabled:bg-pick data-disabled:text-ink-3',
      },
      size: { small: 'h-6 px-2', medium: 'h-7 px-2.5', large: 'h-9 px-3.5 text-13' },
    },
    defaultVariants: { variant: 'outline', size: 'medium' },
  },
)

export type ButtonLook = VariantProps<typeof buttonStyle>

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'>, ButtonLook {
  ref?: Ref<HTMLElement>
  /** An icon before the label. */
  icon?: ReactNode
  /** The shortcut that does the same, shown at the end: `e`, `shift+3`, `mod+enter`. It only shows it; bind it with useShortcut. */
  hint?: string
  /** Work is under way: the label stays, a spinner takes the icon's place, a second press does nothing. */
  isBusy?: boolean
}

/** What one does. `main` once on a screen; `bare` where a border would be noise; `danger` for what takes something away. */
export function Button({
  variant,
  size,
  icon,
  hint,
  isBusy = false,
  disabled,
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  const isSolid = variant === 'main' || variant === 'danger-main'
  return (
    <BaseButton
      {...rest}
      disabled={disabled}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonStyle({ variant, size }), className)}
    >
      {isBusy ? <Spinner label={null} /> : icon}
      {children}
      {hint ? <KeyHint keys={hint} isOnSolid={isSolid} /> : null}
    </BaseButton>
  )
}

export interface LinkButtonProps extends ComponentProps<typeof Link>, ButtonLook {
  icon?: ReactNode
}

/** A link that looks like a button: for what goes somewhere, so that it opens in a new tab and says "link". */
export function LinkButton({ variant, size, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classNames(buttonStyle({ variant, size }), className)}>
      {icon}
      {children}
    </Link>
  )
}
