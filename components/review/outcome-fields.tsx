'use client'

import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { ReviewOutcome } from '@/server/schemas/review-facts'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { Checkbox } from '../ui/checkbox'
import { Input } from '../ui/input'
import { Popover } from '../ui/popover'
import { useShortcut } from '../ui/use-shortcut'
import { type Review, readScore } from './use-review'

const outcomes = [
  { value: 'pass', label: 'Pass', keys: '1', Icon: Check },
  { value: 'fail', label: 'Fail', keys: '2', Icon: X },
] as const

/** Pass or fail, why it fails, and a score; all may stay empty. */
export function OutcomeFields({ review, isOn }: { review: Review; isOn: boolean }) {
  const { draft, setDraft } = review
  const [isAsking, setIsAsking] = useState(false)
  const choose = (outcome: ReviewOutcome) => {
    const isSame = draft.outcome === outcome
    setDraft({ ...draft, outcome: isSame ? null : outcome, reasons: [] })
    setIsAsking(outcome === 'fail' && !isSame)
  }
  useShortcut('1', () => choose('pass'), { label: 'Pass', group: 'Review', isOn })
  useShortcut('2', () => choose('fail'), { label: 'Fail', group: 'Review', isOn })
  return (
    <>
      <fieldset className="flex gap-1">
        <legend className="sr-only">Outcome</legend>
        {outcomes.map(({ value, label, keys, Icon }) => (
          <Button
            key={value}
            aria-pressed={draft.outcome === value}
            onClick={() => choose(value)}
            icon={<Icon aria-hidden="true" strokeWidth={1.5} />}
            hint={keys}
            className="aria-pressed:border-ink aria-pressed:bg-pick aria-pressed:shadow-[inset_0_0_0_1px_var(--color-ink)] forced-colors:aria-pressed:outline-2"
          >
            {label}
          </Button>
        ))}
      </fieldset>
      {draft.outcome === 'fail' ? (
        <Popover
          side="top"
          align="end"
          title="Why it fails"
          open={isAsking}
          onOpenChange={setIsAsking}
          trigger={<Button>{draft.reasons.length === 0 ? 'Reasons' : `Reasons: ${draft.reasons.length}`}</Button>}
        >
          <Reasons chosen={draft.reasons} onChange={(reasons) => setDraft({ ...draft, reasons })} />
        </Popover>
      ) : null}
      <Input
        aria-label="Score, 0 to 100"
        aria-invalid={readScore(draft.score) === undefined || undefined}
        inputMode="numeric"
        placeholder="Score"
        value={draft.score}
        onValueChange={(score) => setDraft({ ...draft, score })}
        className="w-16 text-end tabular-nums"
      />
    </>
  )
}

function Reasons({ chosen, onChange }: { chosen: readonly string[]; onChange: (reasons: string[]) => void }) {
  const trpc = useTRPC()
  const reasons = useQuery(trpc.reasons.list.queryOptions(undefined, { staleTime: 60_000 }))
  if (reasons.isError) {
    return (
      <QueryError
        layout="inline"
        title="The reasons could not be loaded"
        error={reasons.error}
        onRetry={() => void reasons.refetch()}
        isRetrying={reasons.isFetching}
      />
    )
  }
  const items = reasons.data?.items ?? []
  return (
    <div className="grid gap-2">
      {items.map((reason) => (
        <Checkbox
          key={reason}
          label={reason}
          checked={chosen.includes(reason)}
          onCheckedChange={(isChosen) =>
            onChange(isChosen ? [...chosen, reason] : chosen.filter((other) => other !== reason))
          }
        />
      ))}
      {reasons.isSuccess && items.length === 0 ? (
        <p className="text-12 text-ink-3">There is no reason in the list. Leads keep it, on the review screen.</p>
      ) : null}
    </div>
  )
}
