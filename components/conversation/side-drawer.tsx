'use client'

import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { backdropStyle } from '../ui/dialog'
import { IconButton } from '../ui/icon-button'

export interface SideDrawerProps {
  title: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** The side panel where the page has no room for it beside the messages. */
export function SideDrawer({ title, isOpen, onOpenChange, children }: SideDrawerProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropStyle} />
        <Dialog.Popup className="fixed inset-y-0 end-0 z-30 grid w-90 max-w-[calc(100vw-32px)] grid-rows-[auto_minmax(0,1fr)] border-line border-s bg-panel shadow-float outline-none transition-[translate,opacity] duration-220 data-ending-style:translate-x-6 data-ending-style:opacity-0 data-starting-style:translate-x-6 data-starting-style:opacity-0">
          <header className="flex h-12 items-center gap-2 border-line border-b ps-4 pe-2 pointer-coarse:h-14">
            <Dialog.Title className="flex-1 font-medium text-13">{title}</Dialog.Title>
            <Dialog.Close render={<IconButton isPlain label="Close" icon={<X aria-hidden="true" />} />} />
          </header>
          <div className="min-h-0">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
