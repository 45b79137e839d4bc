'use client'

import { useId, useState } from 'react'
import type { Window } from '@/memory/window-config'
import { Window as WindowSchema } from '@/memory/window-schema'
import { describeSettings } from '../agents/window-words'
import { Button } from '../ui/button'
import { ChipButton } from '../ui/chip'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { Textarea } from '../ui/textarea'
import { parseWindowText } from './window-text'

export interface ThreadWindowDialogProps {
  /** What it begins with: the thread's own window, or what holds now. */
  start: Window
  isSaving: boolean
  onSave: (window: Window) => void
  onClose: () => void
}

const PICKS: readonly { label: string; window: Window }[] = [
  { label: 'off', window: { strategy: 'off' } },
  { label: 'everything', window: { strategy: 'buffer' } },
  { label: 'last 20 messages', window: { strategy: 'buffer', maxMessages: 20 } },
  { label: '4,000 tokens', window: { strategy: 'sliding-window', maxTokens: 4_000 } },
  { label: '16,000 tokens', window: { strategy: 'sliding-window', maxTokens: 16_000 } },
  { label: 'summary', window: WindowSchema.parse({ strategy: 'summarizing' }) },
]

/** A window for one thread: picked, or written as the API has it; what it comes to is said in words. */
export function ThreadWindowDialog({ start, isSaving, onSave, onClose }: ThreadWindowDialogProps) {
  const [text, setText] = useState(() => JSON.stringify(start, null, 2))
  const formId = useId()
  const { window, error } = parseWindowText(text)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="A window for this thread alone"
      description="It comes before the agent’s and the app’s, whole. The very next read follows it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="main" isBusy={isSaving} disabled={window === null}>
            Set for this thread
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (window) onSave(window)
        }}
      >
        <div className="flex flex-wrap items-center gap-1.5 text-12">
          <span className="text-ink-2">Begin with</span>
          {PICKS.map((pick) => (
            <ChipButton key={pick.label} onClick={() => setText(JSON.stringify(pick.window, null, 2))}>
              {pick.label}
            </ChipButton>
          ))}
        </div>
        <Field
          label="Window"
          apiName="window"
          error={error}
          description={window ? `The agent will see: ${describeSettings(window)}.` : undefined}
        >
          <Textarea
            isMono
            rows={6}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
