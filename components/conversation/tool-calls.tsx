'use client'

import { ChevronRight, Wrench } from 'lucide-react'
import { messageText } from '@/memory/message'
import { type ToolOutcome, toolOutcome } from '@/memory/tool-outcome'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'
import { formatQuantity } from '../ui/number-format'
import type { AnsweredCall } from './arrange-messages'
import { AttachedFile } from './attached-file'
import { callDuration, formatDuration } from './call-duration'
import { viewPart } from './content-part'
import { useFold } from './fold-memory'
import { isFoundIn, useFound } from './found-context'
import { JsonTree } from './json-tree'
import { RedactedText } from './redacted-text'

/** More parallel calls than this stay folded until they are asked for. */
const SHOWN_CALLS = 8

/** The calls of one assistant message, each with what came back. */
export function ToolCalls({ name, calls }: { name: string; calls: readonly AnsweredCall[] }) {
  const [isWhole, setIsWhole] = useFold(`${name}:calls`)
  const found = useFound()
  // What went wrong is never folded away.
  const shown = calls.flatMap((answered, place) =>
    isWhole || found || place < SHOWN_CALLS || outcomeOf(answered) === 'error' ? [{ answered, place }] : [],
  )
  return (
    <ul
      aria-label={formatQuantity(calls.length, 'tool call')}
      className="my-1.5 divide-y divide-line overflow-clip rounded-md border border-line bg-panel"
    >
      {shown.map(({ answered, place }) => (
        <ToolCallRow key={place} name={`${name}:${place}`} answered={answered} />
      ))}
      {calls.length > shown.length ? (
        <li className="px-1.5 py-1">
          <Button variant="bare" size="small" onClick={() => setIsWhole(true)}>
            Show all {calls.length} calls
          </Button>
        </li>
      ) : null}
    </ul>
  )
}

/** How a call went; null while there is no result. */
function outcomeOf({ result }: AnsweredCall): ToolOutcome | 'redacted' | null {
  if (!result) return null
  return result.redactedAt ? 'redacted' : toolOutcome(result.message)
}

function ToolCallRow({ name, answered }: { name: string; answered: AnsweredCall }) {
  const { call, result, state } = answered
  const outcome = outcomeOf(answered)
  const took = callDuration(call, result?.message ?? null)
  const isFound = isFoundIn(answered, useFound())
  const [isUnfolded, setIsOpen] = useFold(name, outcome === 'error')
  const isOpen = isUnfolded || isFound
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex w-full items-center gap-2 px-2.5 py-1.25 text-start font-mono text-[12px]/4.5 text-ink-2 hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      >
        <Wrench aria-hidden="true" className="size-4 shrink-0" />
        <b className="min-w-0 max-w-1/2 truncate font-medium text-ink">{call.name}</b>
        <span className="min-w-0 flex-1 truncate">{previewOf(call.arguments)}</span>
        <span
          className={classNames('shrink-0', outcome === 'error' || state === 'unanswered' ? 'text-bad' : 'text-ink-3')}
        >
          {outcome ?? waitingWords[state]}
          {took === null ? null : ` · ${formatDuration(took)}`}
          {result ? <span className="hidden @lg:inline"> · {formatQuantity(result.tokens, 'token')}</span> : null}
        </span>
        <ChevronRight
          aria-hidden="true"
          className={classNames('size-3.5 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
        />
      </button>
      {isOpen ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t bg-sunk px-2.5 pt-1 pb-2 text-ink-2">
          <JsonTree name={`${name}:arguments`} label="Arguments" value={call.arguments} />
          {result?.redactedAt ? (
            <div>
              <RedactedText at={result.redactedAt} />
            </div>
          ) : result ? (
            <ResultBody name={`${name}:result`} result={result} />
          ) : (
            <p className="text-12">{unansweredWords[state]}</p>
          )}
        </div>
      ) : null}
    </li>
  )
}

/** What came back: pictures and files as cards, then the rest as a tree. */
function ResultBody({ name, result }: { name: string; result: NonNullable<AnsweredCall['result']> }) {
  const { content } = result.message
  const parts = Array.isArray(content) ? content.map(viewPart) : []
  return (
    <>
      {parts.map((part, place) =>
        part.kind === 'image' || part.kind === 'file' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the message
          <AttachedFile key={place} name={`${name}:part${place}`} file={part} />
        ) : null,
      )}
      <JsonTree name={name} label={`Result, message ${result.seq}`} value={resultValue(result.message)} />
    </>
  )
}

const waitingWords: Record<AnsweredCall['state'], string> = {
  answered: '',
  unanswered: 'no answer',
  waiting: 'loading',
  apart: '',
}
const unansweredWords: Record<AnsweredCall['state'], string> = {
  answered: '',
  unanswered: 'This call was never answered. Agents get the message without its calls.',
  waiting: 'Its result is further down and not loaded yet.',
  apart: 'Its result is a message of its own.',
}

function previewOf(value: Record<string, unknown> | string): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 300 ? text.slice(0, 300) : text
}

function resultValue(message: Parameters<typeof messageText>[0]): unknown {
  const { content } = message
  if (typeof content === 'string') return content
  const text = messageText(message)
  const isAllText = Array.isArray(content) && content.every((part) => typeof part.text === 'string')
  return isAllText ? text : (content ?? null)
}
