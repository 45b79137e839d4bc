'use client'

import { Toast as BaseToast } from '@base-ui/react/toast'
import { Check, CircleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from './button'
import { classNames } from './class-names'
import { IconButton } from './icon-button'

const manager = BaseToast.createToastManager()

export interface ToastOptions {
  /** What happened: "Thread deleted". */
  title: string
  description?: string
  tone?: 'plain' | 'good' | 'bad'
  /** Takes it back. Shows "Undo", and the toast stays for 10 s. */
  onUndo?: () => void
  /** Another action in place of Undo. */
  action?: { label: string; onSelect: () => void }
  /** How long it stays, in ms; 0 until it is closed. Default 5,000, with an action 10,000, an error stays. */
  timeout?: number
}

/**
 * Says in a corner what happened. Call it from anywhere; returns the toast's id.
 * Errors that stop the work belong in an ErrorState, not here.
 */
export function showToast(options: ToastOptions): string {
  const { title, description, tone = 'plain', onUndo } = options
  const action = onUndo ? { label: 'Undo', onSelect: onUndo } : options.action
  const timeout = options.timeout ?? (tone === 'bad' ? 0 : action ? 10_000 : 5_000)
  const id = manager.add({
    title,
    description,
    type: tone,
    timeout,
    priority: tone === 'bad' ? 'high' : 'low',
    actionProps: action
      ? {
          children: action.label,
          onClick: () => {
            manager.close(id)
            action.onSelect()
          },
        }
      : undefined,
  })
  return id
}

/** Holds the toasts of the application: once, near the root. F6 moves the focus into them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <BaseToast.Provider toastManager={manager} limit={3}>
      {children}
      <BaseToast.Portal>
        <BaseToast.Viewport className="fixed inset-x-3 z-50 mx-auto flex max-w-100 flex-col gap-2 outline-none max-sm:top-[calc(56px+env(safe-area-inset-top))] sm:bottom-16 sm:flex-col-reverse">
          <ToastList />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  )
}

function ToastList() {
  const { toasts } = BaseToast.useToastManager()
  return toasts.map((toast) => (
    <BaseToast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['up', 'down', 'left', 'right']}
      className="relative translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) rounded-md border border-line-strong bg-panel shadow-float transition-[opacity,translate] duration-220 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-3 data-starting-style:opacity-0"
    >
      <BaseToast.Content className="flex min-h-10 items-center gap-2 py-1.5 ps-3 pe-1.5">
        {toast.type === 'bad' ? <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" /> : null}
        {toast.type === 'good' ? <Check aria-hidden="true" className="size-4 shrink-0 text-good" /> : null}
        <div className="min-w-0 flex-1">
          <BaseToast.Title className="font-medium text-13 wrap-anywhere" />
          <BaseToast.Description className="text-12 text-ink-2 wrap-anywhere" />
        </div>
        <BaseToast.Action className={classNames(buttonStyle({ variant: 'outline' }), 'empty:hidden')} />
        <BaseToast.Close render={<IconButton isPlain label="Close" icon={<X aria-hidden="true" />} />} />
      </BaseToast.Content>
    </BaseToast.Root>
  ))
}
