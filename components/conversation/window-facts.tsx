'use client'

import type { ThreadView } from '@/server/schemas/threads'
import { agentHref } from '../agents/agent-href'
import { describeSettings, describeSource } from '../agents/window-words'
import { MemoryBar } from '../memory-bar/memory-bar'
import { Figure } from '../ui/figure'
import { Link } from '../ui/link'
import { formatCount, formatQuantity, formatShare } from '../ui/number-format'
import { FactRows } from './panel-section'
import { seenSegments } from './seen-segments'
import { budgetOf, type WindowOfThread } from './window-totals'

/** What the agent sees of a thread now, in figures and in words, and where that was set. */
export function WindowFacts({ thread, seen }: { thread: ThreadView; seen: WindowOfThread }) {
  const { window, settings } = seen
  const budget = budgetOf(settings)
  const counter = thread.counter.replace(/_base$/, '')
  const source = describeSource({
    source: window.source,
    version: window.configVersion,
    agentName: thread.agentName,
  })
  const href = window.source === 'agent' && thread.agentName ? agentHref(thread.agentName) : agentHref(null)
  return (
    <section aria-label="What the agent sees" className="grid gap-3">
      <div className="grid gap-2">
        <Figure
          label={`Seen now, of ${formatCount(window.totalTokens)}`}
          value={window.tokens}
          unit={budget === undefined ? `tokens · ${counter}` : `of ${formatQuantity(budget, 'token')} · ${counter}`}
        />
        <MemoryBar
          size="large"
          segments={seenSegments(thread, seen)}
          total={window.totalTokens}
          seenMessages={window.messages}
          totalMessages={window.totalMessages}
          seenTokens={window.tokens}
        />
        {window.overBudget ? (
          <p className="text-12 text-bad">Over its budget: what must be shown does not fit in it.</p>
        ) : null}
      </div>
      <FactRows
        facts={[
          { label: 'Window', value: describeSettings(settings) },
          {
            label: 'From',
            value:
              window.source === 'thread' || window.source === 'call' ? (
                source
              ) : (
                <Link href={href} className="underline-offset-2 hover:underline">
                  {source}
                </Link>
              ),
          },
          {
            label: 'In the window',
            value: `${formatCount(window.messages)} of ${formatCount(window.totalMessages)}`,
          },
          { label: 'Share of tokens', value: formatShare(window.tokens, window.totalTokens) },
          { label: 'Pinned', value: formatCount(seen.pinned) },
          ...keptFirst(settings),
          { label: 'Turns', value: formatCount(seen.totalTurns) },
          { label: 'Stored', value: formatQuantity(thread.tokenCount, 'token') },
          { label: 'Counter', value: thread.counter },
        ]}
      />
    </section>
  )
}

/** A row of its own, so that nobody takes for pins what the window keeps by itself. */
function keptFirst(settings: WindowOfThread['settings']) {
  if (settings.strategy === 'off' || !settings.keepFirst) return []
  return [{ label: 'Kept from the start', value: formatQuantity(settings.keepFirst, 'message') }]
}
