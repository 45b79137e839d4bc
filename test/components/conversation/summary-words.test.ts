import { describe, expect, it } from 'vitest'
import { describeSummaryState } from '../../../components/conversation/summary-words'
import { SummaryReason, type SummaryStateView } from '../../../server/schemas/summaries'

const state = (more: Partial<SummaryStateView>): SummaryStateView => ({
  isSummarizing: true,
  waiting: 0,
  due: 20,
  isRunning: false,
  reason: null,
  attempts: 0,
  retryAt: null,
  ...more,
})

describe('the words for a thread’s summaries', () => {
  it('say when the next one comes, that one is due, or that one is being made', () => {
    expect(describeSummaryState(state({ waiting: 8 }))).toBe('The next comes after 12 messages.')
    expect(describeSummaryState(state({ waiting: 19 }))).toBe('The next comes after 1 message.')
    expect(describeSummaryState(state({ waiting: 20 }))).toBe('One is due.')
    expect(describeSummaryState(state({ waiting: 20, isRunning: true, reason: 'timeout' }))).toBe('One is being made.')
    expect(describeSummaryState(state({ due: null, isSummarizing: false }))).toBeNull()
  })

  it('say why there is none, for each reason, and that the window is a plain one', () => {
    for (const reason of SummaryReason.options) {
      expect(describeSummaryState(state({ reason, attempts: 3 }))).toMatch(
        /^[A-Z].*\. 3 attempts failed\. .*plain window\.$/,
      )
    }
    expect(describeSummaryState(state({ reason: 'blank', attempts: 1 }))).not.toContain('attempts')
  })
})
