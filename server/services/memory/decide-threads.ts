import { summarizingPart } from '../../../memory/summary-plan'
import type { WindowDecision } from '../../../memory/window'
import type { Window } from '../../../memory/window-config'
import {
  loadWindowRows,
  type Queryable,
  type ThreadTotals,
  type WindowBounds,
  type WindowRow,
} from '../../store/window-rows'
import { loadSummaries, type SummaryOfThread } from '../../store/window-summaries'
import { boundsOf, decideThread, earlierThan } from './window-view'

export interface WindowOfThread {
  readonly thread: ThreadTotals & { readonly lastRunId: string | null }
  readonly window: Window
  /** Messages at most. */
  readonly limit: number
}

export interface DecidedWindow extends SummaryOfThread {
  readonly decision: WindowDecision
  /** The rows it was decided on, in seq order, without texts. */
  readonly rows: readonly WindowRow[]
}

/**
 * What memory.read without a question would give of each thread, without the texts: one statement for all of them, one
 * for the summaries where a window has them, and one more in the rare case that a window has to be looked for further
 * back. Call it inside `withReach`.
 */
export async function decideThreads(client: Queryable, threads: readonly WindowOfThread[]): Promise<DecidedWindow[]> {
  const summaries = await summariesOf(client, threads)
  const found: (DecidedWindow | undefined)[] = threads.map(() => undefined)
  let waiting = threads.map((question, index) => ({
    index,
    question,
    bounds: boundsOf(question.window, question.limit),
  }))
  for (let attempt = 0; waiting.length > 0; attempt += 1) {
    const loaded = await loadWindowRows(
      client,
      waiting.map(({ question, bounds }) => ({ thread: question.thread, bounds })),
    )
    const further: typeof waiting = []
    for (const [place, { index, question, bounds }] of waiting.entries()) {
      const rows = loaded[place] ?? []
      const known = summaries.get(question.thread.uid) ?? NO_SUMMARY
      const decision = decideThread({ ...question, rows, summary: known.summary })
      found[index] = { decision, rows, ...known }
      if (!decision.needsEarlier || bounds.from === 1) continue
      const from = earlierThan(rows, question.thread, attempt)
      further.push({ index, question, bounds: { ...bounds, from } satisfies WindowBounds })
    }
    waiting = further
  }
  return found.flatMap((decided) => decided ?? [])
}

const NO_SUMMARY: SummaryOfThread = { summary: null, reason: null }

async function summariesOf(
  client: Queryable,
  threads: readonly WindowOfThread[],
): Promise<ReadonlyMap<string, SummaryOfThread>> {
  const asked = threads.filter(({ window }) => summarizingPart(window)).map(({ thread }) => thread)
  const found = await loadSummaries(client, asked)
  return new Map(asked.map(({ uid }, index) => [uid, found[index] ?? NO_SUMMARY]))
}
