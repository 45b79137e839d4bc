import { describe, expect, it } from 'vitest'
import { durationWords, kindWords, orderWords, outcomeWords } from '../../../components/jobs/job-words'
import { refusedLines } from '../../../components/jobs/refused-lines'

const job = { kind: 'import', state: 'done' as const, done: 3, total: 3, error: null }

describe('a job in words', () => {
  it('says what it is, a kind of tomorrow too', () => {
    expect([kindWords('export'), kindWords('threads-assign')]).toEqual(['Export', 'Threads assign'])
  })

  it('says what it was told to do', () => {
    const reach = { kind: 'scope', tenant: 'acme', subject: 'u1' }
    expect(
      orderWords({ format: 'csv', reach, filter: { deleted: false, agentName: 'bot', tags: { vip: '' } } }),
    ).toEqual(['table', 'acme / u1', 'agent bot', 'tags vip'])
    expect(
      orderWords({ change: { action: 'tag', add: { plan: 'gold' }, remove: ['old'] }, reach: { kind: 'all' } }),
    ).toEqual(['add plan=gold', 'take off old', 'everything'])
    expect(orderWords({})).toEqual([])
  })

  it('says how far it is and what came of it', () => {
    const result = { threads: 1, messages: 2, unchanged: 1, skippedCount: 1, skipped: [{ line: 3, reason: 'no' }, 'x'] }
    expect(outcomeWords({ ...job, result })).toBe('1 thread, 2 messages, 1 there already, 1 line refused')
    expect(outcomeWords({ ...job, state: 'running', done: 1_200, total: 2_000, result: null })).toBe(
      '1,200 of 2,000 lines',
    )
    expect(outcomeWords({ ...job, state: 'failed', error: 'cut off', result: null })).toBe('cut off')
    expect(outcomeWords({ ...job, kind: 'summary', result: null })).toBe('3 requests')
    expect(refusedLines(result)).toEqual([{ line: 3, reason: 'no' }])
  })

  it('says how long it took', () => {
    const createdAt = '2026-01-01T00:00:00.000Z'
    const words = (ms: number) => durationWords({ createdAt, finishedAt: null }, Date.parse(createdAt) + ms)
    expect([words(420), words(12_400), words(180_000), words(36_000_000)]).toEqual(['0.4 s', '12 s', '3 min', '10 h'])
  })
})
