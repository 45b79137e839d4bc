import { classNames } from '../ui/class-names'
import { formatCount, formatQuantity } from '../ui/number-format'
import type { MemoryKind } from './memory-segments'

const meaning: Record<MemoryKind, string> = {
  in: 'The agent sees this message.',
  out: 'Outside the agent’s window.',
  summary: 'The agent sees this in a summary.',
  pin: 'Pinned: the agent always sees this message.',
}

export interface MemoryRailProps {
  kind: MemoryKind
  /** The ends of the thread: the line begins or stops a little inside. */
  isFirst?: boolean
  isLast?: boolean
  /** Beside a line between messages: what it shows is said by the messages themselves. */
  isDecorative?: boolean
  className?: string
}

/**
 * The rail of one message, in a column of 44 px on its left: solid where the agent sees, dotted where it does not, hatched where it
 * sees a summary. It fills the height of its grid row; rows stand without gaps (space goes inside them), so that the line is whole.
 */
export function MemoryRail({ kind, isFirst, isLast, isDecorative = false, className }: MemoryRailProps) {
  const look = classNames('memory-rail', `is-${kind}`, isFirst && 'is-first', isLast && 'is-last', className)
  if (isDecorative) return <div aria-hidden="true" className={look} />
  return <div role="img" aria-label={meaning[kind]} className={look} />
}

export interface WindowEdgeProps {
  seenMessages: number
  totalMessages: number
  /** Tokens the agent gets, of the window's budget when it has one. */
  tokens: number
  maxTokens?: number
  /** Default "the agent’s window begins here". */
  label?: string
  className?: string
}

/** The place between two messages where the window begins, with the figures. */
export function WindowEdge(props: WindowEdgeProps) {
  const { seenMessages, totalMessages, tokens, maxTokens, label = 'the agent’s window begins here', className } = props
  const messages = `${formatCount(seenMessages)} of ${formatQuantity(totalMessages, 'message')}`
  const size = maxTokens
    ? `${formatCount(tokens)} of ${formatQuantity(maxTokens, 'token')}`
    : formatQuantity(tokens, 'token')
  return (
    <div className={classNames('grid grid-cols-[44px_minmax(0,1fr)_16px] items-center py-1.5 text-11', className)}>
      <span aria-hidden="true" className="relative flex self-stretch">
        <i className="absolute top-1/2 left-[13.5px] size-4 -translate-y-1/2 rounded-full border-3 border-in bg-panel" />
      </span>
      <span className="flex flex-wrap items-center gap-x-2">
        <b className="font-medium text-in">{label}</b>{' '}
        <span className="text-ink-2 tabular-nums">
          {messages}, {size}
        </span>
        <i className="h-px min-w-4 flex-1 bg-in" />
      </span>
    </div>
  )
}
