import { foldText } from './fold-text'
import { type ModelMessage, messageText } from './message'
import { toolOutcome } from './tool-outcome'

/** What is worth a person's look in a thread, found without a model. */
export const SIGNALS = ['unanswered', 'tool-failed', 'repeated-question', 'over-budget', 'conflicts'] as const
export type Signal = (typeof SIGNALS)[number]

/** An open turn this old, in ms, counts as left without an answer. */
export const UNANSWERED_AFTER_MS = 10 * 60_000

/** Characters of a text below which saying it again is no sign of anything: "yes", "thank you". */
const SHORTEST_QUESTION = 12
/** The same for scripts that write a word with one or two characters. */
const SHORTEST_IDEOGRAPHS = 5

/** A message that was stored since the thread was looked at last. `message` is null where it is redacted or too large. */
export interface NewMessage {
  readonly seq: number
  readonly message: ModelMessage | null
}

/** A write that stored something; `seq` is the first that it stored. */
export interface NewWrite {
  readonly seq: number
  /** The read before it was over budget (W3). */
  readonly overBudget: boolean
  readonly hasConflicts: boolean
}

export interface FoundSignal {
  readonly signal: Signal
  /** How many of what was looked at, at least 1. */
  readonly count: number
  readonly firstSeq: number
  readonly lastSeq: number
}

/**
 * The signals in what is new of a thread, in seq order. `asked` holds the keys of earlier questions (`questionKey`). What
 * time alone decides is not among them: see `unansweredAt`.
 */
export function findSignals(news: {
  asked: Iterable<string>
  messages: readonly NewMessage[]
  writes: readonly NewWrite[]
}): FoundSignal[] {
  const found = new Map<Signal, FoundSignal>()
  const add = (signal: Signal, seq: number) => {
    const known = found.get(signal)
    found.set(signal, {
      signal,
      count: (known?.count ?? 0) + 1,
      firstSeq: Math.min(known?.firstSeq ?? seq, seq),
      lastSeq: Math.max(known?.lastSeq ?? seq, seq),
    })
  }
  const asked = new Set(news.asked)
  for (const { seq, message } of news.messages) {
    if (message?.role === 'tool' && toolOutcome(message) === 'error') add('tool-failed', seq)
    const question = message?.role === 'user' ? questionKey(messageText(message)) : null
    if (question === null) continue
    if (asked.has(question)) add('repeated-question', seq)
    asked.add(question)
  }
  for (const { seq, overBudget, hasConflicts } of news.writes) {
    if (overBudget) add('over-budget', seq)
    if (hasConflicts) add('conflicts', seq)
  }
  return SIGNALS.flatMap((signal) => found.get(signal) ?? [])
}

/** What two ways of writing one question share: folded, words alone. Null for what is too short to be one. */
export function questionKey(text: string): string | null {
  const words = foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu)
  const key = words?.join(' ') ?? ''
  if (key.length >= SHORTEST_QUESTION) return key
  const ideographs = key.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0
  return ideographs >= SHORTEST_IDEOGRAPHS ? key : null
}

/** The instant, in ms since 1970, from which a thread counts as left without an answer; null while its last turn is closed (T1). */
export function unansweredAt(thread: { turnOpen: boolean; lastMessageAt: number | null }): number | null {
  return thread.turnOpen && thread.lastMessageAt !== null ? thread.lastMessageAt + UNANSWERED_AFTER_MS : null
}
