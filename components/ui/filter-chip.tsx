'use client'

import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { chipButtonStyle, chipStyle } from './chip'
import { classNames } from './class-names'
import { Popover } from './popover'

export interface FilterChipProps {
  /** What it filters by: "agent". */
  label: string
  /** What is chosen, in words: "any of 6". Absent means the filter is off. */
  value?: ReactNode
  /** Takes the filter away; shows a clear button while there is a value. */
  onClear?: () => void
  /** The controls of the filter; call `close` when a choice is made. */
  children: ReactNode | ((close: () => void) => ReactNode)
  className?: string
}

/** A filter: a chip that opens its controls. Chosen is ink and a filled ground, never a colour. */
export function FilterChip({ label, value, onClear, children, className }: FilterChipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isOn = value !== undefined && value !== null
  const canClear = isOn && onClear !== undefined
  return (
    <span className={classNames('relative inline-flex max-w-full', className)}>
      <Popover
        open={isOpen}
        onOpenChange={setIsOpen}
        title={label.charAt(0).toUpperCase() + label.slice(1)}
        trigger={
          <button
            type="button"
            data-pressed={isOn ? '' : undefined}
            className={classNames(chipStyle, chipButtonStyle, canClear && 'pe-6.5 pointer-coarse:pe-11')}
          >
            {label}
            {isOn ? <b className="truncate font-medium text-ink">{value}</b> : null}
          </button>
        }
      >
        {typeof children === 'function' ? children(() => setIsOpen(false)) : children}
      </Popover>
      {canClear ? (
        <button
          type="button"
          aria-label={`Clear filter ${label}`}
          onClick={onClear}
          className="tall-target absolute! inset-y-0 end-0 flex w-6 items-center justify-center rounded-full text-ink-3 hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:w-11"
        >
          <X aria-hidden="true" className="size-3" />
        </button>
      ) : null}
    </span>
  )
}
