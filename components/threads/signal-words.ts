import type { Signal } from '@/memory/signals'

/** Each signal in two words, and what it says. */
export const signalWords: Readonly<Record<Signal, { label: string; meaning: string }>> = {
  unanswered: { label: 'unanswered', meaning: 'The last turn has been open for ten minutes: the user has no answer.' },
  'tool-failed': { label: 'tool failed', meaning: 'A tool answered with an error.' },
  'repeated-question': { label: 'asked again', meaning: 'The user asked the same question again.' },
  'over-budget': { label: 'over budget', meaning: 'A read could not keep to its limit.' },
  conflicts: { label: 'conflicts', meaning: 'A write differed from what is stored.' },
}

/** `tool failed, asked again`; undefined where none is chosen. */
export function describeSignals(signals: readonly Signal[]): string | undefined {
  return signals.length === 0 ? undefined : signals.map((signal) => signalWords[signal].label).join(', ')
}
