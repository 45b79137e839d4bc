import { FactRows } from '../conversation/panel-section'
import { EffectivePanel } from '../studio/effective-panel'
import { Link } from '../ui/link'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Time } from '../ui/time'
import { agentHref } from './agent-href'
import type { AgentDetail } from './agent-page'
import { describeSettings, describeSource } from './window-words'

/** What holds for an agent now, where it comes from, and how much it works. */
export function AgentFacts({ name, detail }: { name: string | null; detail: AgentDetail }) {
  const { agent, effective } = detail
  const source = describeSource({ source: effective.source, version: effective.version, agentName: name })
  const facts: { label: string; value: React.ReactNode }[] = [
    { label: 'Window', value: describeSettings(effective.window) },
    {
      label: 'From',
      value:
        name !== null && effective.source === 'app' ? (
          <Link href={agentHref(null)} className="underline underline-offset-2">
            {source}
          </Link>
        ) : (
          source
        ),
    },
    { label: 'Storing', value: effective.storing ? 'on' : 'off: writes are dropped' },
    { label: 'Calls choose their own window', value: effective.allowCallWindow ? 'allowed' : 'not allowed' },
  ]
  if (agent) {
    facts.push(
      {
        label: 'Threads',
        value: (
          <Link
            href={`/threads?${new URLSearchParams({ agent: agent.name })}`}
            className="underline underline-offset-2"
          >
            {formatQuantity(agent.threads, 'thread')}
          </Link>
        ),
      },
      {
        label: 'Tokens per read',
        value: agent.readTokens
          ? `${formatCount(agent.readTokens.median)}, 95 %: ${formatCount(agent.readTokens.p95)}`
          : 'no reads this week',
      },
      { label: 'Tokens stored', value: formatCount(agent.tokens) },
      { label: 'First seen', value: <Time value={agent.firstSeenAt} show="minute" /> },
      { label: 'Last seen', value: <Time value={agent.lastSeenAt} show="minute" /> },
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
      <section className="grid content-start gap-1">
        <h2 className="font-medium text-11 text-ink-3">What holds now</h2>
        <FactRows facts={facts} />
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
        <h2 className="font-medium text-11 text-ink-3">Setting by setting</h2>
        <EffectivePanel of={name === null ? { app: true } : { agentName: name }} />
      </section>
    </div>
  )
}
