import type { CompareThreads } from '@/server/schemas/compare'

export type ComparedRun = CompareThreads['runs'][number]

/** Same messages in a row up to this many are shown as they are, between others. */
const FOLDED_FROM = 3

export type CompareRow =
  /** Messages that are the same, folded. */
  | { readonly kind: 'fold'; readonly run: ComparedRun; readonly index: number }
  /** One message of either side, or one of each. Seqs. */
  | {
      readonly kind: ComparedRun['kind']
      readonly left: number | null
      readonly right: number | null
      /** It is the first of its run. */
      readonly isFirst: boolean
      readonly index: number
    }

/** What stands on the screen: each message a row, same ones folded unless they are asked for. `index`: of the run. */
export function compareRows(runs: readonly ComparedRun[], unfolded: ReadonlySet<number>): CompareRow[] {
  const rows: CompareRow[] = []
  for (const [index, run] of runs.entries()) {
    if (run.kind === 'same' && run.count > FOLDED_FROM && !unfolded.has(index)) {
      rows.push({ kind: 'fold', run, index })
      continue
    }
    for (let step = 0; step < run.count; step += 1) {
      rows.push({
        kind: run.kind,
        left: run.kind === 'added' ? null : run.left + step,
        right: run.kind === 'dropped' ? null : run.right + step,
        isFirst: step === 0,
        index,
      })
    }
  }
  return rows
}

/** The runs in which the sides differ, by their index; a dropped one and an added one after it are one difference. */
export function differencesOf(runs: readonly ComparedRun[]): number[] {
  return runs.flatMap((run, index) => {
    if (run.kind === 'same') return []
    const before = runs[index - 1]
    return before !== undefined && before.kind !== 'same' ? [] : [index]
  })
}
