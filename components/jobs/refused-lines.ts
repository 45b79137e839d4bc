import type { JobEntry } from '@/server/schemas/jobs'

export interface RefusedLine {
  line: number
  reason: string
}

/** The lines that an import's result says were refused; none for other jobs. */
export function refusedLines(result: JobEntry['result']): RefusedLine[] {
  if (typeof result !== 'object' || result === null || Array.isArray(result) || !Array.isArray(result.skipped))
    return []
  return result.skipped.flatMap((each) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return []
    const { line, reason } = each
    return typeof line === 'number' && typeof reason === 'string' ? [{ line, reason }] : []
  })
}
