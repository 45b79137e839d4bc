import type { ReactNode } from 'react'
import type { CompareThreads } from '@/server/schemas/compare'
import { titleOf } from '../conversation/thread-title'
import type { SeenQuery } from '../conversation/use-conversation'
import { threadHref } from '../data/scope-href'
import { Link } from '../ui/link'
import { formatCount, formatQuantity } from '../ui/number-format'

export interface CompareFactsProps {
  compared: CompareThreads
  leftSeen: SeenQuery
  rightSeen: SeenQuery | null
}

/** Both sides by name, what they hold and what an agent would be given of each; and what the difference comes to. */
export function CompareFacts({ compared, leftSeen, rightSeen }: CompareFactsProps) {
  const { left, right, rightTotals, totals } = compared
  const isForkOfOther = left.parentUid !== null && left.parentUid === right?.uid
  const isFork = right?.parentUid === left.uid
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] border-line border-b bg-panel">
      <div className="grid gap-x-6 gap-y-2 px-4 py-2.5 text-12 sm:grid-cols-[76px_minmax(0,1fr)_minmax(0,1fr)]">
        <span className="max-sm:hidden" />
        <Side
          name={right === null ? 'As it is' : isForkOfOther ? 'Fork' : isFork ? 'Source' : 'This thread'}
          thread={left}
          messages={left.messageCount}
          tokens={left.tokenCount}
          seen={seenWords(leftSeen)}
        />
        <Side
          name={right === null ? 'Repaired, as a fork' : isForkOfOther ? 'Source' : isFork ? 'Fork' : 'The other one'}
          thread={right}
          messages={rightTotals.messages}
          tokens={rightTotals.tokens}
          seen={rightSeen ? seenWords(rightSeen) : null}
        />
      </div>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 border-line border-t px-4 py-2 text-12 text-ink-2 tabular-nums">
        {(['same', 'changed', 'dropped', 'added'] as const).map((kind) => (
          <div key={kind} className="flex gap-1.5">
            <dt className="text-ink-3">{words[kind]}</dt>
            <dd>
              <b className="font-medium text-ink">{formatCount(totals[kind].messages)}</b>
              {totals[kind].messages > 0 ? `, ${formatQuantity(totals[kind].tokens, 'token')}` : ''}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const words = { same: 'The same', changed: 'Changed', dropped: 'Dropped', added: 'Added' } as const

interface SideProps {
  name: string
  /** Null for a thread that is not made yet. */
  thread: CompareThreads['right']
  messages: number
  tokens: number
  seen: string | null
}

function Side({ name, thread, messages, tokens, seen }: SideProps) {
  return (
    <div className="min-w-0 border-transparent border-s-2 sm:ps-3">
      <h2 className="flex min-w-0 items-baseline gap-2">
        <span className="shrink-0 text-11 text-ink-3">{name}</span>
        {thread ? (
          <Link
            dir="auto"
            href={threadHref(thread.uid)}
            className="min-h-6 content-center truncate font-medium text-13 underline-offset-2 hover:underline pointer-coarse:min-h-11"
          >
            {titleOf(thread)}
          </Link>
        ) : null}
      </h2>
      <p className="text-ink-2 tabular-nums">
        {formatQuantity(messages, 'message')}, {formatQuantity(tokens, 'token')}
        {seen ? <Quiet>{seen}</Quiet> : null}
      </p>
    </div>
  )
}

function Quiet({ children }: { children: ReactNode }) {
  return <span className="text-ink-3"> · {children}</span>
}

function seenWords({ data }: SeenQuery): string | null {
  if (!data) return null
  const { window } = data
  return `agent sees ${formatCount(window.messages)} of them, ${formatQuantity(window.tokens, 'token')}`
}
