import type { ScopeDetails } from '@/server/schemas/insights'
import { Link } from '../ui/link'
import { formatCount, formatQuantity } from '../ui/number-format'

/** The agents that stored something in a scope, the busiest first. */
export function ScopeAgents(props: { agents: ScopeDetails['agents']; within: Readonly<Record<string, string>> }) {
  const { agents, within } = props
  return (
    <section aria-label="Agents" className="min-w-0">
      <h2 className="border-line border-b pb-1.5 font-semibold text-14">Agents</h2>
      {agents.length === 0 ? (
        <p className="py-3 text-12 text-ink-3">An agent stands here a few seconds after it has written.</p>
      ) : null}
      <ul>
        {agents.map(({ agentName, messages, reads, writes }) => (
          <li key={agentName} className="relative flex min-h-11 items-center gap-4 border-line border-b hover:bg-hover">
            <span className="min-w-0 flex-1 truncate font-medium">
              {agentName === '' ? (
                'no agent'
              ) : (
                <Link
                  href={`/threads?${new URLSearchParams({ ...within, agent: agentName })}`}
                  className="after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
                >
                  {agentName}
                </Link>
              )}
            </span>
            <span className="shrink-0 text-end text-12 text-ink-2 tabular-nums">
              {formatQuantity(messages, 'message')}
              <span className="block text-ink-3">
                {formatCount(reads)} read, {formatCount(writes)} written
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
