import { Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SignalCount, ThreadBrief } from '@/server/schemas/insights'
import { titleOf } from '../conversation/thread-title'
import { threadHref } from '../data/scope-href'
import { signalWords } from '../threads/signal-words'
import { Link } from '../ui/link'
import { formatCount } from '../ui/number-format'
import { Time } from '../ui/time'

interface CappedCount {
  count: number
  capped: boolean
}

export interface AttentionListProps {
  signals: readonly SignalCount[]
  failedJobs?: CappedCount
  failedSummaries?: CappedCount
  /** The open thread that has waited longest. */
  oldestUnreviewed?: ThreadBrief | null
  /** Of what they are: filters that each link keeps, such as `tenant=acme`. */
  within?: Readonly<Record<string, string>>
}

/** What needs a look, each a link to the threads that it is about. */
export function AttentionList(props: AttentionListProps) {
  const { signals, failedJobs, failedSummaries, oldestUnreviewed, within = {} } = props
  const nothing = signals.length === 0 && !failedJobs?.count && !failedSummaries?.count && !oldestUnreviewed
  return (
    <section aria-label="Needs attention" className="min-w-0">
      <h2 className="border-line border-b pb-1.5 font-semibold text-14">Needs attention</h2>
      {nothing ? (
        <p className="flex items-center gap-2 py-3 text-13 text-ink-2">
          <Check aria-hidden="true" className="size-4 text-good" />
          Nothing. No thread is unanswered, and nothing has failed.
        </p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] sm:grid-cols-2 sm:gap-x-8 xl:grid-cols-3">
          {signals.map(({ signal, threads, capped }) => (
            <Line
              key={signal}
              href={`/threads?${new URLSearchParams({ ...within, signal })}`}
              label={signalWords[signal].label}
              detail={signalWords[signal].meaning}
              figure={figureOf({ count: threads, capped })}
            />
          ))}
          {failedJobs?.count ? (
            <Line
              href="/jobs?state=failed"
              label="jobs failed"
              detail="Imports, exports and the like, in the last seven days."
              figure={figureOf(failedJobs)}
            />
          ) : null}
          {failedSummaries?.count ? (
            <Line
              label="summaries missing"
              detail="The model gave none; agents see a plain window."
              figure={figureOf(failedSummaries)}
            />
          ) : null}
          {oldestUnreviewed?.lastMessageAt ? (
            <Line
              href={threadHref(oldestUnreviewed.uid)}
              label="oldest unreviewed"
              detail={titleOf(oldestUnreviewed)}
              figure={<Time value={oldestUnreviewed.lastMessageAt} className="relative z-1" />}
            />
          ) : null}
        </ul>
      )}
    </section>
  )
}

function figureOf({ count, capped }: CappedCount): string {
  return formatCount(count, capped ? count : undefined)
}

function Line({ href, label, detail, figure }: { href?: string; label: string; detail: string; figure: ReactNode }) {
  const name = label.charAt(0).toUpperCase() + label.slice(1)
  return (
    <li className="relative flex min-h-11 items-center gap-2.5 border-line border-b hover:bg-hover">
      <CircleAlert aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        {href ? (
          <Link
            href={href}
            className="block truncate font-medium after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
          >
            {name}
          </Link>
        ) : (
          <span className="block truncate font-medium">{name}</span>
        )}
        <span className="block truncate text-12/4 text-ink-3" title={detail}>
          {detail}
        </span>
      </span>
      <span className="shrink-0 font-medium text-14 tabular-nums">{figure}</span>
    </li>
  )
}
