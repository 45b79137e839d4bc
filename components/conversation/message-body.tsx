'use client'

import { ChevronRight } from 'lucide-react'
import type { ContentPart, ModelMessage } from '@/memory/message'
import { classNames } from '../ui/class-names'
import { formatQuantity } from '../ui/number-format'
import type { AnsweredCall } from './arrange-messages'
import { AttachedFile } from './attached-file'
import { viewPart } from './content-part'
import { useFold } from './fold-memory'
import { JsonTree } from './json-tree'
import { LongText } from './long-text'
import { isWellShaped } from './message-shape'
import { OddMessage } from './odd-message'
import { RedactedText } from './redacted-text'
import { ToolCalls } from './tool-calls'

export interface MessageBodyProps {
  /** Unique on the screen. */
  name: string
  message: ModelMessage
  calls: readonly AnsweredCall[]
  /** When its text was taken out. */
  redactedAt?: string | undefined
}

/** What a message holds: reasoning folded, text, pictures and files as cards, other parts as JSON, then its tool calls. */
export function MessageBody({ name, message, calls, redactedAt }: MessageBodyProps) {
  const { content, role, reasoning } = message
  if (redactedAt) {
    return (
      <>
        <RedactedText at={redactedAt} />
        {calls.length > 0 ? <ToolCalls name={name} calls={calls} /> : null}
      </>
    )
  }
  if (!isWellShaped(message)) return <OddMessage name={name} message={message} />
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
  const isSaid = role === 'user'
  const isBare = parts.every((part) => part.text === '') && calls.length === 0
  return (
    <>
      {reasoning ? <Reasoning name={name} text={reasoning} /> : null}
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the message
        <Part key={place} name={`${name}:part${place}`} part={part} isSaid={isSaid} isTool={role === 'tool'} />
      ))}
      {isBare && !reasoning ? <p className="text-13 text-ink-3">no content</p> : null}
      {calls.length > 0 ? <ToolCalls name={name} calls={calls} /> : null}
    </>
  )
}

interface PartProps {
  name: string
  part: ContentPart
  isSaid: boolean
  isTool: boolean
}

function Part({ name, part, isSaid, isTool }: PartProps) {
  const view = viewPart(part)
  if (view.kind === 'image' || view.kind === 'file') return <AttachedFile name={name} file={view} />
  if (view.kind === 'unknown' || isTool) {
    return (
      <div className="my-1 rounded-md border border-line bg-sunk px-2.5 pt-1 pb-2">
        <JsonTree
          name={name}
          label={isTool ? 'Result' : `Part of type ${part.type ?? 'unknown'}`}
          value={view.kind === 'text' ? view.text : part}
        />
      </div>
    )
  }
  if (view.text === '') return null
  if (!isSaid) return <LongText name={name} text={view.text} className="py-0.5" />
  return (
    <div className="inline-block max-w-full rounded-md border border-line bg-sunk px-3 py-2">
      <LongText name={name} text={view.text} isPlain />
    </div>
  )
}

function Reasoning({ name, text }: { name: string; text: string }) {
  const [isOpen, setIsOpen] = useFold(`${name}:reasoning`)
  return (
    <div className="mb-1">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex h-6 items-center gap-1 rounded-sm font-medium text-12 text-ink-3 hover:text-ink pointer-coarse:h-11"
      >
        <ChevronRight
          aria-hidden="true"
          className={classNames('size-3.5 transition-transform', isOpen && 'rotate-90')}
        />
        Reasoning, {formatQuantity(text.length, 'character')}
      </button>
      {isOpen ? (
        <div className="border-line-strong border-s-2 ps-3 text-13 text-ink-2">
          <LongText name={`${name}:reasoning`} text={text} />
        </div>
      ) : null}
    </div>
  )
}
