import type { ReplayOutput } from '@/server/schemas/agent-preview'
import { threadHref } from '../data/scope-href'
import { Link } from '../ui/link'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Time } from '../ui/time'

type ReplayedThread = ReplayOutput['items'][number]
type ReplayedRead = ReplayedThread['reads'][number]

export interface ReplayThreadProps {
  thread: ReplayedThread
  onlyDiffering: boolean
}

/** The newest reads of one thread, each with what the two windows would have given. */
export function ReplayThread({ thread, onlyDiffering }: ReplayThreadProps) {
  const { uid, title, threadId, isTooLong } = thread
  const reads = onlyDiffering ? thread.reads.filter(differs) : thread.reads
  if (onlyDiffering && reads.length === 0) return null
  const name = title ?? threadId
  return (
    <section aria-label={name} className="min-w-0">
      <h3 className="border-line border-b pb-1 font-medium text-12">
        <Link href={threadHref(uid)} dir="auto" className="block min-h-6 truncate hover:underline">
          {name}
        </Link>
      </h3>
      {isTooLong ? (
        <p className="py-1.5 text-12 text-ink-3">Longer than 10,000 messages: its reads are not gone through.</p>
      ) : null}
      {!isTooLong && reads.length === 0 ? (
        <p className="py-1.5 text-12 text-ink-3">Nothing was written after a read yet.</p>
      ) : null}
      <ol>
        {reads.map((read) => (
          <li
            key={read.entryId}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line border-b py-1.5 text-12"
          >
            <Link
              href={`${threadHref(uid)}?given=${read.entryId}`}
              className="min-h-6 truncate text-ink-2 underline-offset-2 hover:underline"
              title={givenWords(read)}
            >
              <Time value={read.at} show="minute" />
            </Link>
            <span className={differs(read) ? 'text-end font-medium tabular-nums' : 'text-end text-ink-3 tabular-nums'}>
              {changeWords(read)}
            </span>
            <span className="col-span-2 text-ink-3 tabular-nums">
              {formatQuantity(read.left.messages, 'message')}, {formatQuantity(read.left.tokens, 'token')} → draft{' '}
              {formatCount(read.right.messages)}, {formatCount(read.right.tokens)}
              {read.right.overBudget ? <span className="text-bad"> over budget</span> : null}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function differs({ lost, gained }: ReplayedRead): boolean {
  return lost + gained > 0
}

function changeWords({ lost, gained }: ReplayedRead): string {
  if (lost === 0 && gained === 0) return 'the same'
  return [lost > 0 ? `${formatCount(lost)} lost` : '', gained > 0 ? `${formatCount(gained)} gained` : '']
    .filter((words) => words !== '')
    .join(', ')
}

/** What the agent was in fact given, and by which version. */
function givenWords({ given, totalMessages }: ReplayedRead): string {
  const of = `of ${formatQuantity(totalMessages, 'message')}`
  if (!given) return `The agent did not say what it had read, ${of}.`
  return `It was given ${formatCount(given.messages)} ${of}, under ${given.configVersion > 0 ? `v${given.configVersion}` : 'the built-in window'}.`
}
