import type { Signal } from '@/memory/signals'
import { signalWords } from './signal-words'

/** Signals of a row that have room as words; the rest is a figure. */
const SHOWN = 2

/** What was found in a thread, in words. */
export function SignalMarks({ signals }: { signals: readonly Signal[] | null }) {
  if (!signals || signals.length === 0) return null
  const rest = signals.slice(SHOWN)
  return (
    <span className="relative z-1 flex shrink-0 gap-1 max-sm:hidden">
      {signals.slice(0, SHOWN).map((signal) => (
        <span key={signal} title={signalWords[signal].meaning} className={markStyle}>
          {signalWords[signal].label}
        </span>
      ))}
      {rest.length > 0 ? (
        <span title={rest.map((signal) => signalWords[signal].label).join(', ')} className={markStyle}>
          +{rest.length}
          <span className="sr-only">: {rest.map((signal) => signalWords[signal].label).join(', ')}</span>
        </span>
      ) : null}
    </span>
  )
}

const markStyle = 'rounded-sm border border-line bg-panel px-1 text-11/4 text-ink-2 whitespace-nowrap'
