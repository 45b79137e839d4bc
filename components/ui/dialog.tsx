'use client'

import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names'
import { IconButton } from './icon-button'

export const backdropStyle =
  'fixed inset-0 z-30 bg-veil transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0'
export const dialogStyle =
  'fixed top-[max(24px,12vh)] left-1/2 z-30 grid max-h-[calc(100dvh-48px-12vh)] w-[calc(100vw-32px)] -translate-x-1/2 grid-rows-[auto_minmax(0,1fr)_auto] rounded-lg border border-line bg-panel shadow-float outline-none transition-[opacity,translate] duration-120 data-starting-style:translate-y-1 data-starting-style:opacity-0 data-ending-style:opacity-0'
const widths = { small: 'max-w-105', medium: 'max-w-140', large: 'max-w-200' }

export interface DialogProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** A button that opens it, where the state is its own. */
  trigger?: ReactElement
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  size?: keyof typeof widths
}

/** Something to finish or leave before the page goes on. Escape closes it; focus stays in it and goes back after. */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  children,
  footer,
  size = 'medium',
}: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <BaseDialog.Trigger render={trigger} /> : null}
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropStyle} />
        <BaseDialog.Popup className={classNames(dialogStyle, widths[size])}>
          <header className="grid gap-1 ps-5 pe-14 pt-4 pb-3">
            <BaseDialog.Title className="font-semibold text-16">{title}</BaseDialog.Title>
            {description ? (
              <BaseDialog.Description className="text-13 text-ink-2">{description}</BaseDialog.Description>
            ) : null}
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          {footer ? (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3">
              {footer}
            </footer>
          ) : null}
          <BaseDialog.Close
            render={<IconButton isPlain label="Close" icon={<X aria-hidden="true" />} />}
            className="absolute end-3.5 top-3.5"
          />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** Closes the dialog around it: `<DialogClose render={<Button>Cancel</Button>} />`. */
export const DialogClose = BaseDialog.Close
