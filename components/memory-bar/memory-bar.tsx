import { classNames } from '../ui/class-names'
import { describeWindow, foldSegments, type MemorySegment } from './memory-segments'

export interface MemoryBarProps {
  /** The whole thread in seq order, by tokens. */
  segments: readonly MemorySegment[]
  /** Tokens of the whole thread; what the segments leave open counts as unseen, at the start. */
  total: number
  /** How many messages the agent gets, of how many; read out with the tokens. */
  seenMessages?: number
  totalMessages?: number
  /** Tokens the agent gets, where they differ from the lit parts (a summary is shorter than what it covers). */
  seenTokens?: number
  /** `large` heads a page; `small` stands in a row. */
  size?: 'small' | 'large'
  /** Most parts shown; smaller ones join their neighbours. A bar needs 5 px for each. Default 20. */
  maxParts?: number
  /** The text beside it says the same: hides it from screen readers. */
  isDecorative?: boolean
  className?: string
}

/** Loci's mark: the whole of a thread by tokens, and what its agent sees of it is lit. A part is at least 4 px; say the true share beside it. */
export function MemoryBar(props: MemoryBarProps) {
  const { segments, total, seenMessages, totalMessages, size = 'small', maxParts = 20, isDecorative, className } = props
  const given = segments.reduce((sum, segment) => sum + segment.tokens, 0)
  const open: MemorySegment[] = total > given ? [{ kind: 'out', tokens: total - given }] : []
  const parts = foldSegments([...open, ...segments], maxParts)
  const lit = segments.reduce((sum, segment) => (segment.kind === 'out' ? sum : sum + segment.tokens), 0)
  const seenTokens = props.seenTokens ?? lit
  const text = describeWindow({ seenMessages, totalMessages, seenTokens, totalTokens: Math.max(total, given) })
  return (
    <span
      {...(isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': text, title: text })}
      className={classNames('memory-bar', size === 'large' && 'is-large', className)}
    >
      {parts.length === 0 ? <i className="is-empty" /> : null}
      {parts.map((part, place) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the thread
          key={place}
          className={`is-${part.kind}`}
          style={part.kind === 'pin' ? undefined : { flex: `${Math.max(1, part.tokens)} 1 0px` }}
        />
      ))}
    </span>
  )
}

/** What the shapes of the bar mean, for help and for the first screens. */
export function MemoryLegend({ className }: { className?: string }) {
  const entries = [
    { kind: 'in', text: 'the agent sees' },
    { kind: 'summary', text: 'sees as a summary' },
    { kind: 'pin', text: 'pinned' },
    { kind: 'out', text: 'does not see' },
  ] as const
  return (
    <ul className={classNames('flex flex-wrap gap-x-4 gap-y-1 text-11 text-ink-2', className)}>
      {entries.map((entry) => (
        <li key={entry.kind} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={classNames('memory-bar', entry.kind === 'pin' ? 'w-1' : 'w-5')}>
            <i className={`is-${entry.kind}`} style={entry.kind === 'pin' ? undefined : { flex: '1 1 0px' }} />
          </span>
          {entry.text}
        </li>
      ))}
    </ul>
  )
}
