'use client'

import { useState } from 'react'
import type { ImpactResult } from '@/server/schemas/agent-preview'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { formatCount, formatShare } from '../ui/number-format'

/** Prices in dollars for a million tokens that are read. */
interface Prices {
  full: string
  cached: string
}

const TENTH = 10

/** The figures of a read before and after, and what a day of reads costs. */
export function ImpactFigures({ result }: { result: ImpactResult }) {
  const [prices, setPrices] = useState<Prices>({ full: '2.50', cached: '0.25' })
  const { messages, tokens, overBudget, growth } = result
  const figures = [
    { label: 'Messages per read, median', before: messages.saved.median, after: messages.draft.median },
    { label: 'Tokens per read, median', before: tokens.saved.median, after: tokens.draft.median },
    { label: 'Tokens, 95 of 100', before: tokens.saved.p95, after: tokens.draft.p95 },
    { label: 'Tokens at most', before: tokens.saved.max, after: tokens.draft.max },
    { label: 'Over budget', before: overBudget.saved, after: overBudget.draft },
  ].map((figure) => ({ ...figure, before: formatCount(figure.before), after: formatCount(figure.after) }))
  const cached = {
    label: 'Served from prompt caches',
    before: formatShare(growth.saved.cachedTokens, growth.saved.tokens),
    after: formatShare(growth.draft.cachedTokens, growth.draft.tokens),
  }
  const moves = {
    label: 'Reads at which the start moves',
    before: formatShare(growth.saved.startMoves, growth.saved.reads),
    after: formatShare(growth.draft.startMoves, growth.draft.reads),
  }
  const isPriced =
    prices.full.trim() !== '' && Number.isFinite(Number(prices.full)) && Number.isFinite(Number(prices.cached))
  const costs = { saved: costOfDay(result, 'saved', prices), draft: costOfDay(result, 'draft', prices) }
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        {[...figures, cached, moves].map(({ label, before, after }) => (
          <div key={label}>
            <dt className="text-11 text-ink-2">{label}</dt>
            <dd className="tabular-nums">
              <span className="font-medium text-20">{before}</span>{' '}
              <span className="text-12 text-ink-2">
                <span aria-hidden="true">→</span>
                <span className="sr-only">becomes</span> {after}
              </span>
            </dd>
          </div>
        ))}
        <div className="col-span-2">
          <dt className="text-11 text-ink-2">Cost of history a day, with prompt caches (without)</dt>
          {growth.saved.reads === 0 || !isPriced ? (
            <dd className="text-12 text-ink-2">
              {isPriced ? 'Not known before the first of these threads was read.' : 'Enter the prices as numbers.'}
            </dd>
          ) : (
            <dd className="tabular-nums">
              <span className="font-medium text-20">{costs.saved.withCache}</span>{' '}
              <span className="text-12 text-ink-2">
                ({costs.saved.without}) <span aria-hidden="true">→</span>
                <span className="sr-only">becomes</span> {costs.draft.withCache} ({costs.draft.without})
              </span>
            </dd>
          )}
        </div>
      </dl>
      <div className="grid grid-cols-2 gap-3">
        <Price label="$ per million tokens" value={prices.full} onChange={(full) => setPrices({ ...prices, full })} />
        <Price
          label="$, cached"
          value={prices.cached}
          onChange={(cachedPrice) => setPrices({ ...prices, cached: cachedPrice })}
        />
      </div>
      <p className="text-11 text-ink-3">
        Caches, starts and costs are gone through on {formatCount(growth.threads)} of these threads with{' '}
        {formatCount(growth.saved.reads)} of their past reads, and on how often those were read in the last 7 days.
      </p>
    </div>
  )
}

function Price({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Field label={label}>
      <Input inputMode="decimal" value={value} onValueChange={onChange} />
    </Field>
  )
}

/** What one day of reads of all threads costs, in words; of none where nothing was read. */
function costOfDay(result: ImpactResult, name: 'saved' | 'draft', prices: Prices) {
  const { growth, readsPerThreadAndDay, of } = result
  const { reads, tokens, cachedTokens } = growth[name]
  const full = Number(prices.full)
  const cached = Number(prices.cached)
  const readsOfDay = readsPerThreadAndDay * of
  const dollars = (price: number) => money((readsOfDay * price) / Math.max(1, reads) / 1_000_000)
  return { withCache: dollars((tokens - cachedTokens) * full + cachedTokens * cached), without: dollars(tokens * full) }
}

function money(dollars: number): string {
  const digits = dollars >= TENTH ? 0 : 2
  return dollars > 0 && dollars < 0.01
    ? 'under $0.01'
    : `$${dollars.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })}`
}
