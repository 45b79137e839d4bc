import { describe, expect, it } from 'vitest'
import { describeFeedback, describeRecord, judgementsOf } from '../../../components/conversation/judgement-words'

const record = {
  id: '2',
  reviewer: 'ana@example.com',
  throughSeq: 4,
  outcome: 'fail' as const,
  reasons: ['Tone', 'Too slow'],
  score: 20,
  agentName: null,
  configVersion: null,
  createdAt: '2026-12-01T10:00:00.000Z',
}
const feedback = { id: '1', seq: null, value: 0, comment: null, source: null, createdAt: '2026-12-01T09:00:00.000Z' }

describe('what was made of a thread', () => {
  it('stands in one order of time, reviews and words of the end user alike', () => {
    const later = { ...feedback, id: '3', createdAt: '2026-12-01T11:00:00.000Z' }
    expect(judgementsOf([record], [later, feedback]).map(({ id }) => id)).toEqual(['3', '2', '1'])
  })

  it('is said in words', () => {
    expect(describeRecord(record)).toBe('Fail: Tone, Too slow, score 20')
    expect(describeRecord({ ...record, outcome: null, reasons: [], score: null })).toBe('Reviewed')
    expect([0, 0.75, 1].map((value) => describeFeedback({ ...feedback, value }))).toEqual(['Bad', '75 % good', 'Good'])
  })
})
