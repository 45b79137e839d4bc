'use client'

import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'
import { Link } from './link'

export const chipStyle =
  'inline-flex h-6 max-w-full items-center gap-1.25 rounded-full border border-line bg-panel px-2.25 text-11 text-ink-2 whitespace-nowrap pointer-coarse:h-9'
export const chipButtonStyle =
  'tall-target transition-colors hover:bg-hover hover:text-ink data-popup-open:bg-pick data-pressed:border-control data-pressed:bg-pick data-pressed:text-ink'

export interface ChipProps {
  /** The quiet part: a tag's key, a filter's name. */
  label: ReactNode
  /** The part that is read: a tag's value. */
  value?: ReactNode
  /** Makes the text a link, for example to the list filtered by it. */
  href?: string
  /** Shows a remove button with this name: "Remove tag topic". */
  removeLabel?: string
  onRemove?: () => void
  className?: string
}

/** A tag or a fact of one word or two. */
export function Chip({ label, value, href, removeLabel = 'Remove', onRemove, className }: ChipProps) {
  const text = (
    <>
      <span className="truncate">{label}</span>
      {value ? <b className="truncate font-medium text-ink">{value}</b> : null}
    </>
  )
  return (
    <span className={classNames(chipStyle, onRemove && 'pe-0', className)}>
      {href ? (
        <Link
          href={href}
          className="tall-target -my-px flex h-6 min-w-0 items-center gap-1.25 underline-offset-2 hover:underline pointer-coarse:h-9"
        >
          {text}
        </Link>
      ) : (
        text
      )}
      {onRemove ? (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="tall-target -my-px flex size-6 shrink-0 items-center justify-center rounded-full text-ink-3 hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:w-11 pointer-coarse:h-9"
        >
          <X aria-hidden="true" className="size-3" />
        </button>
      ) : null}
    </span>
  )
}

export interface ChipButtonProps extends Omit<ComponentProps<'button'>, 'value'> {
  /** Chosen: ink, not a colour. */
  isOn?: boolean
  value?: ReactNode
}

/** A chip that does something: "+ tag", or a choice that is on or off (`aria-pressed` when `isOn` is given). */
export function ChipButton({ isOn, value, className, children, ...rest }: ChipButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      data-pressed={isOn ? '' : undefined}
      {...rest}
      className={classNames(chipStyle, chipButtonStyle, className)}
    >
      {children}
      {value ? <b className="truncate font-medium text-ink">{value}</b> : null}
    </button>
  )
}
