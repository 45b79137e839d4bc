import type { ReactNode } from 'react'
import type { ThreadBrief } from '@/server/schemas/insights'
import { titleOf } from '../conversation/thread-title'
import { threadHref } from '../data/scope-href'
import { Link } from '../ui/link'
import { formatCount } from '../ui/number-format'
import { Time } from '../ui/time'

export interface BriefListProps {
  title: string
  threads: readonly ThreadBrief[]
  /** What the figure at the end is. */
  show: 'tokens' | 'lastMessageAt'
  /** The whole list in this order. */
  allHref: string
  /** In place of an empty list. */
  empty: ReactNode
}

/** A few threads, each a line that leads to it. */
export function BriefList({ title, threads, show, allHref, empty }: BriefListProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="flex items-baseline gap-2 border-line border-b pb-1.5">
        <h2 className="me-auto font-semibold text-14">{title}</h2>
        <Link
          href={allHref}
          className="flex min-h-6 items-center text-12 text-ink-2 underline-offset-2 hover:underline pointer-coarse:min-h-11"
        >
          All
        </Link>
      </div>
      {threads.length === 0 ? <p className="py-3 text-12 text-ink-3">{empty}</p> : null}
      <ul>
        {threads.map((thread) => (
          <li
            key={thread.uid}
            className="relative flex min-h-11 items-center gap-4 border-line border-b hover:bg-hover"
          >
            <span className="min-w-0 flex-1">
              <Link
                href={threadHref(thread.uid)}
                dir="auto"
                className="block truncate font-medium after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
              >
                {titleOf(thread)}
              </Link>
              <span className="block truncate text-12/4 text-ink-3">
                {thread.scope.tenant}
                {thread.scope.subject ? ` / ${thread.scope.subject}` : ''} · {thread.agentName ?? 'no agent'}
              </span>
            </span>
            <span className="shrink-0 text-end text-12 text-ink-2 tabular-nums">
              {show === 'tokens' ? (
                `${formatCount(thread.tokenCount)} tokens`
              ) : thread.lastMessageAt ? (
                <Time value={thread.lastMessageAt} className="relative z-1" />
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
