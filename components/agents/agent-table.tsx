'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { AgentView, ListAgentsOutput } from '@/server/schemas/agents'
import { formatCount } from '../ui/number-format'
import { Time } from '../ui/time'
import { agentHref } from './agent-href'
import { describeSettings, describeSource } from './window-words'

type AppSettings = z.infer<typeof ListAgentsOutput>['app']

export interface AgentTableProps {
  /** What holds for all agents; null leaves its row out. */
  app: AppSettings | null
  agents: readonly AgentView[]
}

/** The list of agents: each row goes to the agent's window. */
export function AgentTable({ app, agents }: AgentTableProps) {
  return (
    <table className="w-full border-collapse max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-line border-b text-11 text-ink-3 *:px-2.5 *:py-1.5 *:text-start *:font-medium *:first:ps-4 *:last:pe-4">
          <th scope="col">Agent</th>
          <th scope="col">Window</th>
          <th scope="col" className="text-end! max-md:hidden">
            Threads
          </th>
          <th scope="col" className="text-end! max-md:hidden">
            Tokens
          </th>
          <th scope="col" className="text-end!">
            Last seen
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {app ? (
          <AgentRow
            href={agentHref(null)}
            name="All agents"
            detail="app default"
            effective={app.effective}
            agentName={null}
          />
        ) : null}
        {agents.map((agent) => (
          <AgentRow
            key={agent.name}
            href={agentHref(agent.name)}
            name={agent.name}
            detail={agent.effective.storing ? null : 'not stored'}
            effective={agent.effective}
            agentName={agent.name}
            threads={agent.threads}
            tokens={agent.tokens}
            lastSeen={<Time value={agent.lastSeenAt} />}
          />
        ))}
      </tbody>
    </table>
  )
}

interface AgentRowProps {
  href: string
  name: string
  detail: string | null
  effective: AgentView['effective']
  agentName: string | null
  threads?: number
  tokens?: number
  lastSeen?: ReactNode
}

function AgentRow(props: AgentRowProps) {
  const { href, name, detail, effective, agentName, threads, tokens, lastSeen } = props
  const { window, source, version } = effective
  return (
    <tr className="relative border-line border-b hover:bg-hover max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:px-4 max-sm:py-2 sm:h-11 sm:*:px-2.5 sm:*:first:ps-4 sm:*:last:pe-4">
      <td className="min-w-0 sm:max-w-60">
        <Link
          href={href}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
        >
          {name}
        </Link>
        {detail ? <span className="block truncate text-12 text-ink-3">{detail}</span> : null}
      </td>
      <td className="max-sm:order-3 max-sm:col-span-2 sm:max-w-0 sm:w-1/2">
        <span className="block truncate">{describeSettings(window)}</span>
        <span className="block truncate text-12 text-ink-3">
          <span className="font-mono text-11">{window.strategy}</span> ·{' '}
          {describeSource({ source, version, agentName })}
        </span>
      </td>
      <td className="text-end text-ink-2 tabular-nums max-md:hidden">
        {threads === undefined ? '' : formatCount(threads)}
      </td>
      <td className="text-end text-ink-2 tabular-nums max-md:hidden">
        {tokens === undefined ? '' : formatCount(tokens)}
      </td>
      <td className="text-end text-ink-2 whitespace-nowrap">{lastSeen}</td>
    </tr>
  )
}
