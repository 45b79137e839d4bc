import type { z } from 'zod'
import type { ImportResult, ImportSample } from '@/server/schemas/jobs'

/** What all pieces of a file came to together. */
export interface ImportTotals {
  readonly threads: number
  readonly messages: number
  readonly unchanged: number
  readonly skippedSystem: number
  readonly skippedCount: number
  readonly skipped: readonly { line: number; reason: string }[]
  readonly samples: readonly ImportSample[]
}

export const noTotals: ImportTotals = {
  threads: 0,
  messages: 0,
  unchanged: 0,
  skippedSystem: 0,
  skippedCount: 0,
  skipped: [],
  samples: [],
}

const LISTED = 100
const SHOWN = 10

type Result = z.infer<typeof ImportResult>

/** Adds what a piece came to; `lines` are the numbers in the file of the piece's lines. */
export function addResult(
  totals: ImportTotals,
  result: Omit<Result, 'dryRun'>,
  lines: readonly number[],
): ImportTotals {
  const skipped = result.skipped.map(({ line, reason }) => ({ line: lines[line - 1] ?? line, reason }))
  return {
    threads: totals.threads + result.threads,
    messages: totals.messages + result.messages,
    unchanged: totals.unchanged + result.unchanged,
    skippedSystem: totals.skippedSystem + result.skippedSystem,
    skippedCount: totals.skippedCount + result.skippedCount,
    skipped: [...totals.skipped, ...skipped].sort((a, b) => a.line - b.line).slice(0, LISTED),
    samples: [...totals.samples, ...result.samples].slice(0, SHOWN),
  }
}
