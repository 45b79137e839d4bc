'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { AgentSort, AgentView, ListAgentsOutput } from '@/server/schemas/agents'
import { classNames } from '../ui/class-names'
import { Link } from '../ui/link'
import { formatCount } from '../ui/number-format'
import { Time } from '../ui/time'
import { agentHref } from './agent-href'
import { agentMode } from './agent-mode'
import { nextOrder } from './agent-order'
import { describeSettings, describeSource } from './window-words'

type AppSettings = z.infer<typeof ListAgentsOutput>['app']

export interface AgentTableProps {
  /** What holds for all agents; null leaves its row out. */
  app: AppSettings | null
  agents: readonly AgentView[]
  order: AgentSort
  onOrderChange: (order: AgentSort) => void
}

/** The list of agents: each row goes to the agent's window. */
export function AgentTable({ app, agents, order, onOrderChange }: AgentTableProps) {
  const head = { order, onOrderChange }
  return (
    <table className="w-full border-collapse max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-line border-b text-11 text-ink-3 *:px-2.5 *:py-0.5 *:text-start *:font-medium *:first:ps-4 *:last:pe-4">
          <SortHead {...head} by="name">
            Agent
          </SortHead>
          <th scope="col">Mode</th>
          <th scope="col">Window</th>
          <SortHead {...head} by="threads" className="max-md:hidden" isEnd>
            Threads
          </SortHead>
          <SortHead {...head} by="readTokens" className="max-md:hidden" isEnd>
            Tokens per read<span className="sr-only">, middle and 95 of 100, last seven days</span>
          </SortHead>
          <SortHead {...head} by="lastSeenAt" isEnd>
            Last seen
          </SortHead>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {app ? (
          <AgentRow
            href={agentHref(null)}
            name="All agents"
            detail="what holds without an own window"
            mode={app.own?.window ? 'app default' : 'built-in default'}
            effective={app.effective}
            agentName={null}
          />
        ) : null}
        {agents.map((agent) => (
          <AgentRow
            key={agent.name}
            href={agentHref(agent.name)}
            name={agent.name}
            detail={null}
            mode={agentMode(agent)}
            effective={agent.effective}
            agentName={agent.name}
            threads={
              <Link
                href={`/threads?${new URLSearchParams({ agent: agent.name })}`}
                aria-label={`${formatCount(agent.threads)} threads of ${agent.name}`}
                className="relative z-1 -mx-1 inline-grid min-h-6 items-center rounded-sm px-1 underline-offset-2 hover:text-ink hover:underline"
              >
                {formatCount(agent.threads)}
              </Link>
            }
            readTokens={agent.readTokens}
            lastSeen={<Time value={agent.lastSeenAt} />}
          />
        ))}
      </tbody>
    </table>
  )
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

interface SortHeadProps extends Pick<AgentTableProps, 'order' | 'onOrderChange'> {
  by: AgentSort['by']
  isEnd?: boolean
  className?: string
  children: ReactNode
}

function SortHead({ by, order, onOrderChange, isEnd = false, className, children }: SortHeadProps) {
  const isOn = order.by === by
  const Arrow = isOn && order.order === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={isOn ? ariaSort[order.order] : undefined}
      className={classNames(isEnd && 'text-end!', className)}
    >
      <button
        type="button"
        onClick={() => onOrderChange(nextOrder(order, by))}
        className={classNames(
          'group -mx-1 inline-flex h-6 items-center gap-0.5 rounded-sm px-1 font-medium whitespace-nowrap hover:text-ink pointer-coarse:h-11',
          isOn && 'text-ink',
          isEnd && 'flex-row-reverse',
        )}
      >
        {children}
        <Arrow
          aria-hidden="true"
          className={classNames('size-3 shrink-0', isOn ? 'text-ink' : 'opacity-0 group-hover:opacity-60')}
        />
      </button>
    </th>
  )
}

interface AgentRowProps {
  href: string
  name: string
  detail: string | null
  mode: string
  effective: AgentView['effective']
  agentName: string | null
  threads?: ReactNode
  readTokens?: AgentView['readTokens']
  lastSeen?: ReactNode
}

function AgentRow(props: AgentRowProps) {
  const { href, name, detail, mode, effective, agentName, threads, readTokens, lastSeen } = props
  const { window, source, version, storing } = effective
  return (
    <tr className="relative border-line border-b hover:bg-hover max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:px-4 max-sm:py-2 sm:h-11 sm:*:px-2.5 sm:*:first:ps-4 sm:*:last:pe-4">
      <td className="min-w-0 sm:max-w-60">
        <Link
          href={href}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
        >
          {name}
        </Link>
        {detail ? <span className="block truncate text-12 text-ink-3">{detail}</span> : null}
      </td>
      <td className="whitespace-nowrap max-sm:order-3 max-sm:col-span-2 max-sm:flex max-sm:gap-1.5 max-sm:text-12 max-sm:text-ink-2">
        <span className="block">{mode}</span>
        <span className={classNames('block text-12', storing ? 'text-ink-3' : 'text-bad')}>
          {storing ? 'storing' : 'not storing'}
        </span>
      </td>
      <td className="max-sm:order-4 max-sm:col-span-2 sm:max-w-0 sm:w-1/2">
        <span className="block truncate">{describeSettings(window)}</span>
        <span className="block truncate text-12 text-ink-3">
          <span className="font-mono text-11">{window.strategy}</span> ·{' '}
          {describeSource({ source, version, agentName })}
        </span>
      </td>
      <td className="text-end text-ink-2 tabular-nums max-md:hidden">{threads}</td>
      <td className="text-end text-ink-2 tabular-nums whitespace-nowrap max-md:hidden">
        {agentName === null ? null : <ReadTokens figures={readTokens ?? null} />}
      </td>
      <td className="text-end text-ink-2 whitespace-nowrap">{lastSeen}</td>
    </tr>
  )
}

function ReadTokens({ figures }: { figures: AgentView['readTokens'] }) {
  if (figures === null) return <span className="text-12 text-ink-3">no reads this week</span>
  return (
    <>
      <span className="block">{formatCount(figures.median)}</span>
      <span className="block text-12 text-ink-3">95 %: {formatCount(figures.p95)}</span>
    </>
  )
}
