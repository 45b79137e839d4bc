'use client'

import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Button } from './button'
import { classNames } from './class-names'
import { backdropStyle, dialogStyle } from './dialog'
import { Input } from './input'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question: "Delete 12 threads for good?" */
  title: ReactNode
  /** What will happen, what stays, whether it can be undone. */
  description: ReactNode
  /** The verb of the button: "Delete for good". */
  action: string
  /** May be async: the button is busy until it is done; the dialog closes when it is, and stays with the message when it throws. */
  onConfirm: () => void | Promise<void>
  /** Text to type before the button works, for what cannot be undone: a name or a count. */
  typed?: string
  isDanger?: boolean
  children?: ReactNode
}

/** Asks before what cannot be taken back. What can be undone is done at once, with an Undo in a toast. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const confirm = useRef<HTMLElement>(null)
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropStyle} />
        <AlertDialog.Popup
          // What can be taken back needs but an Enter; what is typed comes first.
          initialFocus={props.typed ? undefined : confirm}
          className={classNames(dialogStyle, 'max-w-105')}
        >
          <ConfirmForm {...props} confirmRef={confirm} />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function ConfirmForm(props: ConfirmDialogProps & { confirmRef: RefObject<HTMLElement | null> }) {
  const { title, description, action, onConfirm, onOpenChange, typed, isDanger = true, children } = props
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const inputId = useId()

  const confirm = async () => {
    setIsBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'It did not work. Nothing was changed.')
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        if (!typed || text.trim() === typed) void confirm()
      }}
    >
      <header className="grid gap-1 px-5 pt-4 pb-3">
        <AlertDialog.Title className="font-semibold text-16">{title}</AlertDialog.Title>
        <AlertDialog.Description className="text-13 text-ink-2">{description}</AlertDialog.Description>
      </header>
      <div className="grid min-h-0 gap-3 overflow-y-auto px-5 pt-1 pb-4">
        {children}
        {typed ? (
          <div className="grid gap-1.5">
            <label htmlFor={inputId} className="text-12">
              Type <b className="font-medium font-mono">{typed}</b> to confirm
            </label>
            <Input id={inputId} value={text} onValueChange={setText} autoComplete="off" spellCheck={false} isMono />
          </div>
        ) : null}
        {failure ? (
          <p role="alert" className="text-12 text-bad">
            {failure}
          </p>
        ) : null}
      </div>
      <footer className="flex justify-end gap-2 border-line border-t px-5 py-3">
        <AlertDialog.Close render={<Button>Cancel</Button>} />
        <Button
          ref={props.confirmRef}
          type="submit"
          variant={isDanger ? 'danger-main' : 'main'}
          isBusy={isBusy}
          disabled={typed !== undefined && text.trim() !== typed}
        >
          {action}
        </Button>
      </footer>
    </form>
  )
}
