'use client'

import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { EffectiveOutput } from '@/server/schemas/effective'
import { agentHref } from '../agents/agent-href'
import { describeSettings, describeSource } from '../agents/window-words'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { classNames } from '../ui/class-names'
import { Link } from '../ui/link'
import { Skeleton } from '../ui/skeleton'
import { settingValue } from './setting-value'

export type EffectiveOf = { app: true } | { agentName: string } | { uid: string }

/** What applies here, setting by setting: its value, where it came from, and why it has no effect where it has none. */
export function EffectivePanel({ of }: { of: EffectiveOf }) {
  const trpc = useTRPC()
  const effective = useQuery(trpc.agents.effective.queryOptions(of))
  if (effective.data) return <EffectiveFacts effective={effective.data} />
  if (effective.isError) {
    return (
      <QueryError
        layout="inline"
        title="What applies could not be loaded"
        error={effective.error}
        onRetry={() => void effective.refetch()}
        isRetrying={effective.isFetching}
      />
    )
  }
  return (
    <div role="status" className="grid gap-3 py-2">
      <span className="sr-only">Loading what applies</span>
      {['w-full', 'w-4/5', 'w-full', 'w-3/5'].map((width, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never move
        <Skeleton key={place} className={width} />
      ))}
    </div>
  )
}

function EffectiveFacts({ effective }: { effective: EffectiveOutput }) {
  const { settings, layers, agentName } = effective
  const sourceOf = (from: Pick<EffectiveOutput, 'source' | 'version'>) => describeSource({ ...from, agentName })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <dl>
        {settings.map(({ name, value, notice, ...from }) => (
          <div key={`${from.source} ${name}`} className="border-line border-t py-1.5 text-12">
            <div className="flex items-baseline justify-between gap-3">
              <dt className="min-w-0 font-mono text-11 text-ink-2 wrap-anywhere">{name}</dt>
              <dd
                className={classNames(
                  'min-w-0 text-end tabular-nums wrap-anywhere',
                  notice?.effect === 'none' && 'text-ink-3 line-through',
                )}
              >
                {settingValue(value)}
              </dd>
            </div>
            <dd className="text-11 text-ink-3">{sourceOf(from)}</dd>
            {notice ? (
              <dd className="mt-0.5 flex gap-1.5 text-ink-2">
                <TriangleAlert aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-3.5 shrink-0" />
                <span>
                  {notice.effect === 'none' ? 'No effect. ' : ''}
                  {notice.why}
                </span>
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
      <div>
        <h3 className="mb-1 font-medium text-11 text-ink-3">Who sets a window, the last one counts</h3>
        <ol>
          {layers.map((layer) => (
            <li key={layer.source} className="border-line border-t py-1.5 text-12">
              <span className={classNames('block', layer.isInForce ? 'font-medium' : 'text-ink-2')}>
                <LayerName layer={layer} agentName={agentName} text={sourceOf(layer)} />
                {layer.isInForce ? <span className="font-normal text-ink-3"> · counts</span> : null}
              </span>
              {layer.window ? <span className="block text-ink-2">{describeSettings(layer.window)}</span> : null}
              {layer.why ? <span className="block text-ink-3">{layer.why}</span> : null}
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

function LayerName({
  layer,
  agentName,
  text,
}: {
  layer: EffectiveOutput['layers'][number]
  agentName: string | null
  text: string
}) {
  const href =
    layer.source === 'app' ? agentHref(null) : layer.source === 'agent' && agentName ? agentHref(agentName) : null
  if (href === null) return text
  return (
    <Link href={href} className="underline-offset-2 hover:underline">
      {text}
    </Link>
  )
}
