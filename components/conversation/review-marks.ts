import type { ReviewRecordView } from '@/server/schemas/reviews'

/** The newest review of each seq up to which one holds; `records` newest first. One of an empty thread stands nowhere. */
export function reviewMarks(records: readonly ReviewRecordView[]): ReadonlyMap<number, ReviewRecordView> {
  const marks = new Map<number, ReviewRecordView>()
  for (const record of records) {
    if (record.throughSeq > 0 && !marks.has(record.throughSeq)) marks.set(record.throughSeq, record)
  }
  return marks
}
