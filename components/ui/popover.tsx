'use client'

import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names'

export interface PopoverProps {
  /** The button that opens it; it takes a ref. */
  trigger: ReactElement
  /** A heading; screen readers name the popover by it. Give `label` where none is shown. */
  title?: ReactNode
  label?: string
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
}

/** A small panel beside what opened it. Escape and a press elsewhere close it; focus goes back. */
export function Popover(props: PopoverProps) {
  const { trigger, title, label, children, side = 'bottom', align = 'start', open, onOpenChange, className } = props
  return (
    <BasePopover.Root open={open} onOpenChange={onOpenChange}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-40">
          <BasePopover.Popup
            aria-label={label}
            className={classNames(
              'float-motion max-h-(--available-height) w-72 max-w-[calc(100vw-16px)] overflow-y-auto rounded-md border border-line bg-panel p-3 shadow-float outline-none',
              className,
            )}
          >
            {title ? <BasePopover.Title className="mb-2 font-medium text-12">{title}</BasePopover.Title> : null}
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
