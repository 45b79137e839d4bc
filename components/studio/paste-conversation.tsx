'use client'

import { useState } from 'react'
import { Button } from '../ui/button'
import { ChipButton } from '../ui/chip'
import { Field } from '../ui/field'
import { Popover } from '../ui/popover'
import { Textarea } from '../ui/textarea'
import { readPasted } from './pasted-conversation'
import type { PreviewSource } from './preview-decision'

export interface PasteConversationProps {
  isOn: boolean
  onPaste: (source: PreviewSource) => void
}

/** A conversation from elsewhere to try the window on; it stays in this page. */
export function PasteConversation({ isOn, onPaste }: PasteConversationProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const use = async () => {
    setIsBusy(true)
    try {
      // The counter's tables are large: they come with the first use.
      const { COUNTER, countMessageTokens } = await import('@/memory/token-counter')
      const found = readPasted(text, { counter: COUNTER, countMessage: countMessageTokens })
      if ('reason' in found) return setProblem(found.reason)
      setProblem(undefined)
      setIsOpen(false)
      onPaste(found)
    } catch {
      setProblem('The token counter could not be loaded. Try again.')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      title="Try it on a conversation of yours"
      className="w-96"
      trigger={<ChipButton isOn={isOn}>pasted</ChipButton>}
    >
      <div className="grid gap-3">
        <Field
          label="Messages as JSON"
          description="A list of messages, or an object with messages, as OpenAI, the AI SDK or Loci writes them. Nothing of it is stored or sent."
          error={problem}
        >
          <Textarea
            rows={8}
            spellCheck={false}
            className="font-mono text-12"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button variant="main" isBusy={isBusy} disabled={text.trim() === ''} onClick={() => void use()}>
          Try it on this
        </Button>
      </div>
    </Popover>
  )
}
