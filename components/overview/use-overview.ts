'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createParser, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useEffect, useMemo, useState } from 'react'
import { useTRPC } from '../data/trpc'
import { metrics } from './activity-series'
import { parseOverviewRange, serializeOverviewRange, stepsOf, usualRange } from './overview-range'

/** How often figures are asked for anew while somebody looks, in ms. */
const EVERY_MS = 30_000

const parseAsRange = createParser({
  parse: parseOverviewRange,
  serialize: serializeOverviewRange,
  eq: (left, right) => serializeOverviewRange(left) === serializeOverviewRange(right),
})

/** All state of a screen with activity, as it stands in the address. */
const parsers = {
  range: parseAsRange.withDefault(usualRange),
  metric: parseAsStringLiteral(metrics).withDefault('messages'),
  show: parseAsStringLiteral(['chart', 'table'] as const).withDefault('chart'),
  agent: parseAsString,
  tenant: parseAsString,
  subject: parseAsString,
}

/** What is looked at, kept in the address. */
export function useOverviewState() {
  const [state, setState] = useQueryStates(parsers, { history: 'replace' })
  return { state, setState: (changes: Parameters<typeof setState>[0]) => void setState(changes) }
}
export type OverviewState = ReturnType<typeof useOverviewState>['state']

/** What happened in the range that is looked at. */
export function useActivity({
  range,
  agent,
  tenant,
  subject,
}: Pick<OverviewState, 'range' | 'agent' | 'tenant' | 'subject'>) {
  const trpc = useTRPC()
  const hour = useHour()
  const rangeText = serializeOverviewRange(range)
  // biome-ignore lint/correctness/useExhaustiveDependencies: rangeText stands for the range
  const steps = useMemo(() => stepsOf(range, hour), [rangeText, hour])
  const activity = useQuery(
    trpc.overview.activity.queryOptions(
      {
        from: steps.from.toISOString(),
        to: steps.to.toISOString(),
        step: steps.step,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        agentName: agent || undefined,
        tenant: tenant || undefined,
        subject: tenant && subject !== null ? subject : undefined,
      },
      { placeholderData: keepPreviousData, refetchInterval: EVERY_MS },
    ),
  )
  return { steps, activity }
}

const HOUR_MS = 3_600_000

/** The hour that it is, so that a range that ends now is the same for a while. */
function useHour(): number {
  const [hour, setHour] = useState(() => Math.floor(Date.now() / HOUR_MS) * HOUR_MS)
  useEffect(() => {
    const timer = setInterval(() => setHour(Math.floor(Date.now() / HOUR_MS) * HOUR_MS), 60_000)
    return () => clearInterval(timer)
  }, [])
  return hour
}
