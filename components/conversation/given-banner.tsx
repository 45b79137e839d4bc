'use client'

import { History } from 'lucide-react'
import { readApiError } from '../data/api-error'
import { Button } from '../ui/button'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Time } from '../ui/time'
import { useShortcut } from '../ui/use-shortcut'
import { givenDifference } from './given-fate'
import type { Given } from './use-given'
import type { WindowTotals } from './window-totals'

export interface GivenBannerProps {
  given: Given
  /** What the agent sees now; null while it is not known. */
  now: WindowTotals | null
  onGoTo: (seq: number) => void
}

/** Says that one looks at what an agent had been given then, how now differs, and leads back. */
export function GivenBanner({ given, now, onGoTo }: GivenBannerProps) {
  const { query, show } = given
  useShortcut('b', () => show(null), { label: 'Back to what is seen now', group: 'In this thread' })
  const firstSeq = query.data?.firstSeq ?? 0
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
      <History aria-hidden="true" strokeWidth={1.5} />
      <span className="min-w-48 flex-1">
        {query.isError ? (
          `What was given could not be loaded. ${readApiError(query.error).message}`
        ) : query.data ? (
          <GivenWords given={given} now={now} />
        ) : (
          'Looking up what was given'
        )}
      </span>
      <div className="flex gap-2 max-sm:grid max-sm:w-full max-sm:auto-cols-fr max-sm:grid-flow-col">
        {firstSeq > 0 ? (
          <Button size="small" onClick={() => onGoTo(firstSeq)}>
            Go to what it wrote
          </Button>
        ) : null}
        <Button size="small" hint="b" onClick={() => show(null)}>
          Back to now
        </Button>
      </div>
    </div>
  )
}

function GivenWords({ given, now }: Pick<GivenBannerProps, 'given' | 'now'>) {
  const { data } = given.query
  if (!data) return null
  const { read } = data
  const time = <Time value={data.writtenAt} show="moment" />
  if (!read) return <>What was written on {time} was written without having read.</>
  const summary = read.summaryVersion === null ? '' : `, summary ${read.summaryVersion}`
  const recalled = read.recalled === 0 ? '' : `, ${formatQuantity(read.recalled, 'message')} of other threads`
  const version = read.configVersion === 0 ? '' : `, v${read.configVersion}`
  const difference = now ? givenDifference(read.ranges, now.ranges) : null
  return (
    <>
      {`What ${data.agentName ?? 'the agent'} was given before it wrote on `}
      {time}
      {`: ${formatCount(read.messages)} of ${formatQuantity(read.totalMessages, 'message')}, ${formatQuantity(read.tokens, 'token')}${version}${summary}${recalled}.`}
      {difference ? (
        <span className="font-normal text-ink-2">
          {difference.more + difference.fewer === 0
            ? ' Now the same is seen.'
            : ` Since then ${formatCount(difference.more)} came in and ${formatCount(difference.fewer)} went out.`}
        </span>
      ) : null}
    </>
  )
}
