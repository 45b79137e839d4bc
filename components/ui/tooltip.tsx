'use client'

import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names'
import { KeyHint } from './key-hint'

export const TooltipProvider = BaseTooltip.Provider

export interface TooltipProps {
  label: ReactNode
  /** A shortcut to show after the label. */
  hint?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** The one element it explains; it takes a ref and can hold focus. */
  children: ReactElement
  className?: string
}

/** A short name for what has none in words. Never the only place of something one must know: fingers do not see it. */
export function Tooltip({ label, hint, side = 'bottom', children, className }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={classNames('z-50', className)}
        >
          <BaseTooltip.Popup className="float-motion flex max-w-72 items-center gap-2 rounded-sm bg-act px-2 py-1 font-medium text-12 text-act-ink shadow-float">
            {label}
            {hint ? <KeyHint keys={hint} isOnSolid /> : null}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
