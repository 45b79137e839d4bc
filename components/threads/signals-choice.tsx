'use client'

import { SIGNALS, type Signal } from '@/memory/signals'
import { ChoiceButton } from './choice-button'
import { signalWords } from './signal-words'
import type { ThreadFilterState } from './thread-search'
import { useFacet } from './use-facet'

/** Signals of which a thread has at least one. */
export function SignalsChoice(props: { filters: ThreadFilterState; onChange: (signals: Signal[]) => void }) {
  const { filters, onChange } = props
  const chosen = filters.signal
  const { countOf } = useFacet('signals', filters)
  const toggled = (signal: Signal) => SIGNALS.filter((each) => (each === signal) !== chosen.includes(each))
  return (
    <div className="grid gap-2">
      <div className="-mx-1">
        {SIGNALS.map((signal) => (
          <ChoiceButton
            key={signal}
            aside={countOf(signal)}
            isChosen={chosen.includes(signal)}
            onChoose={() => onChange(toggled(signal))}
          >
            {signalWords[signal].label}
          </ChoiceButton>
        ))}
      </div>
      <p className="text-12 text-ink-3">A thread has any of them. They are found a few seconds after a write.</p>
    </div>
  )
}
