'use client'

import { useQuery } from '@tanstack/react-query'
import { createSerializer, parseAsStringLiteral, useQueryState } from 'nuqs'
import { type ReactNode, useMemo } from 'react'
import type { TeamFigures } from '@/server/schemas/team'
import { titleOf } from '../conversation/thread-title'
import { QueryError } from '../data/query-error'
import { threadHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { TopLine } from '../shell/top-line'
import { filterParsers } from '../threads/thread-search'
import { boundsOf } from '../threads/time-range'
import { EmptyState } from '../ui/empty-state'
import { Link } from '../ui/link'
import { formatCount } from '../ui/number-format'
import { SegmentedControl } from '../ui/segmented-control'
import { SkeletonRows } from '../ui/skeleton'
import { Time } from '../ui/time'
import { RatedTable } from './rated-table'

const ranges = ['24h', '7d', '30d'] as const
const rangeLabels = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' }
const toAddress = createSerializer(filterParsers)

/** For the lead: what waits, who has reviewed how much, and how it went by agent and by setting. */
export function TeamView() {
  const trpc = useTRPC()
  const [range, setRange] = useQueryState('range', parseAsStringLiteral(ranges).withDefault('7d'))
  // Anchored when the range is chosen, so that one question stays one.
  const after = useMemo(() => boundsOf({ last: range }, Date.now()).after ?? '', [range])
  const figures = useQuery(trpc.team.figures.queryOptions({ after }))
  return (
    <>
      <TopLine
        crumbs={[{ label: 'Team' }]}
        actions={
          <SegmentedControl
            label="Reviews of the last"
            value={range}
            onValueChange={(value) => void setRange(value)}
            options={ranges.map((value) => ({ value, label: rangeLabels[value] }))}
          />
        }
      />
      <div className="min-h-0 overflow-y-auto">
        {figures.isPending ? <SkeletonRows rows={8} label="Loading the figures" /> : null}
        {figures.isError && !figures.data ? (
          <QueryError
            title="The figures could not be loaded"
            error={figures.error}
            onRetry={() => void figures.refetch()}
            isRetrying={figures.isFetching}
          />
        ) : null}
        {figures.data ? <Figures figures={figures.data} /> : null}
      </div>
    </>
  )
}

function Figures({ figures }: { figures: TeamFigures }) {
  const { backlog, oldest, people, agents, versions, reasons } = figures
  const reviews = people.reduce((sum, person) => sum + person.reviews, 0)
  const passed = people.reduce((sum, person) => sum + person.passed, 0)
  const failed = people.reduce((sum, person) => sum + person.failed, 0)
  const agentLink = (name: string | null, outcome: 'fail' | null) =>
    name === null ? undefined : toAddress('/threads', { agent: name, outcome })
  return (
    <>
      <dl className="grid grid-cols-2 border-line border-b lg:grid-cols-4">
        <Tile
          label="Open threads"
          href={toAddress('/threads', { status: 'open' })}
          value={formatCount(backlog.count, backlog.capped ? backlog.count : undefined)}
        />
        <Tile
          label="Oldest unreviewed"
          href={oldest ? threadHref(oldest.uid) : undefined}
          value={oldest?.lastMessageAt ? <Time value={oldest.lastMessageAt} /> : 'none'}
          detail={oldest ? titleOf(oldest) : undefined}
        />
        <Tile label="Reviews" value={formatCount(reviews)} />
        <Tile
          label="Passed, of those with an outcome"
          href={toAddress('/threads', { outcome: 'fail' })}
          value={passed + failed === 0 ? 'none' : `${Math.round((100 * passed) / (passed + failed))} %`}
        />
      </dl>
      {reviews === 0 ? (
        <EmptyState
          title="No reviews in this time"
          text="Who reviews from a queue, or presses E beside a conversation, is counted here: how many, how many passed, by agent and by version of its window."
        />
      ) : (
        <div className="grid content-start gap-x-8 gap-y-6 p-4 xl:grid-cols-2">
          <RatedTable
            title="People"
            first="Reviewer"
            rows={people.map((person) => ({
              key: person.reviewer,
              name: person.reviewer,
              href: toAddress('/threads', { reviewer: person.reviewer }),
              failedHref: toAddress('/threads', { reviewer: person.reviewer, outcome: 'fail' }),
              aside: <Time value={person.lastAt} />,
              ...person,
            }))}
            aside="Last"
          />
          <RatedTable
            title="Agents"
            first="Agent"
            rows={agents.map((agent) => ({
              key: agent.agentName ?? '',
              name: agent.agentName ?? 'no agent',
              href: agentLink(agent.agentName, null),
              failedHref: agentLink(agent.agentName, 'fail'),
              ...agent,
            }))}
          />
          <RatedTable
            title="Window versions"
            first="Agent and version"
            rows={versions.map((version) => ({
              key: `${version.agentName}:${version.configVersion}`,
              name: `${version.agentName ?? 'no agent'}, ${versionWords(version.configVersion)}`,
              href: agentLink(version.agentName, null),
              failedHref: agentLink(version.agentName, 'fail'),
              ...version,
            }))}
          />
          <section aria-label="Reasons" className="min-w-0">
            <h2 className="pb-1 font-semibold text-13">Reasons for a fail</h2>
            {reasons.length === 0 ? <p className="text-12 text-ink-3">No review named one.</p> : null}
            <ol>
              {reasons.map(({ reason, count }) => (
                <li key={reason} className="flex gap-4 border-line border-b py-1.5 text-13">
                  <span className="min-w-0 flex-1 truncate">{reason}</span>
                  <span className="tabular-nums">{formatCount(count)}</span>
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
    </>
  )
}

function versionWords(version: number | null): string {
  if (version === null) return 'without a read'
  return version === 0 ? 'the built-in window' : `v${version}`
}

interface TileProps {
  label: string
  value: ReactNode
  href?: string | undefined
  detail?: string | undefined
}

function Tile({ label, value, href, detail }: TileProps) {
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)] content-start gap-0.5 border-line px-4 py-3 max-lg:odd:border-e lg:not-last:border-e max-lg:nth-[n+3]:border-t">
      <dt className="text-12 text-ink-2">{label}</dt>
      <dd className="font-semibold text-20 tabular-nums">
        {href ? (
          <Link href={href} className="rounded-xs underline-offset-4 after:absolute after:inset-0 hover:underline">
            {value}
          </Link>
        ) : (
          value
        )}
      </dd>
      {detail ? (
        <dd dir="auto" className="truncate text-12 text-ink-3" title={detail}>
          {detail}
        </dd>
      ) : null}
    </div>
  )
}
