import { describe, expect, it } from 'vitest'
import { reviewMarks } from '../../../components/conversation/review-marks'
import type { ReviewRecordView } from '../../../server/schemas/reviews'

const record = (id: string, throughSeq: number): ReviewRecordView => ({
  id,
  throughSeq,
  reviewer: 'ana@example.com',
  outcome: 'pass',
  reasons: [],
  score: null,
  agentName: null,
  configVersion: null,
  createdAt: '2026-11-30T12:00:00.000Z',
})

describe('the marks of reviews between messages', () => {
  it('stand after the last message that each has seen; of two at one place the newer', () => {
    const marks = reviewMarks([record('newest', 4), record('middle', 2), record('older', 4), record('first', 2)])
    expect([...marks].map(([seq, { id }]) => [seq, id])).toEqual([
      [4, 'newest'],
      [2, 'middle'],
    ])
  })

  it('of a thread that was empty stand nowhere', () => {
    expect(reviewMarks([record('empty', 0)]).size).toBe(0)
  })
})
