import { describe, expect, it } from 'vitest'
import { growthWords, seriesOf, sumsOf, threadsBehind } from '../../../components/overview/activity-series'
import {
  daysOf,
  parseOverviewRange,
  serializeOverviewRange,
  stepsOf,
} from '../../../components/overview/overview-range'

const now = Date.parse('2026-11-30T14:20:00')
const figures = { threads: 0, messages: 0, tokens: 0, reads: 0, writes: 0 }

describe('the range of the overview', () => {
  it.each(['24h', '90d', '2026-11-01..2026-11-30'])('reads %s as it was written', (text) => {
    const range = parseOverviewRange(text)
    expect(range && serializeOverviewRange(range)).toBe(text)
  })

  it.each(['', '2h', '..', '2026-11-30..2026-11-01', '2026-13-01..2026-13-02', '2020-01-01..2026-01-01', 'a..b..c'])(
    'refuses %j',
    (text) => expect(parseOverviewRange(text)).toBeNull(),
  )

  it('ends with the hour or the day that it is, step by step', () => {
    const hours = stepsOf({ last: '24h' }, now)
    expect(hours.starts).toHaveLength(24)
    expect(hours.starts.at(-1)).toEqual(new Date('2026-11-30T14:00:00'))
    const days = stepsOf({ last: '7d' }, now)
    expect(days.starts).toHaveLength(7)
    expect(days.starts[0]).toEqual(new Date('2026-11-24T00:00:00'))
    expect(days.to).toEqual(new Date('2026-12-01T00:00:00'))
    expect(daysOf(days)).toBe('2026-11-24..2026-11-30')
    expect(stepsOf({ from: '2026-11-03', to: '2026-11-03' }, now).step).toBe('hour')
  })
})

describe('the series of a chart', () => {
  const steps = stepsOf({ last: '7d' }, now)
  const at = (place: number) => steps.starts[place]?.toISOString() ?? ''
  const items = [
    { ...figures, start: at(0), agentName: 'support', messages: 2 },
    { ...figures, start: at(6), agentName: 'support', messages: 3 },
    { ...figures, start: at(6), agentName: null, messages: 90 },
    { ...figures, start: at(6), agentName: 'sales', messages: 7, reads: 1 },
    { ...figures, start: at(1), agentName: '', reads: 4 },
    { ...figures, start: '1999-01-01T00:00:00.000Z', agentName: 'support', messages: 50 },
  ]

  it('stand by agent, the largest first and the others last, with each step', () => {
    const series = seriesOf(items, steps, 'messages')
    expect(series.map(({ label, total }) => [label, total])).toEqual([
      ['sales', 7],
      ['support', 5],
      ['other agents', 90],
    ])
    expect(series[1]?.values).toEqual([2, 0, 0, 0, 0, 0, 3])
    expect(sumsOf(items, steps, 'messages')).toEqual([2, 0, 0, 0, 0, 0, 100])
    expect(sumsOf(items, steps, 'reads')).toEqual([0, 4, 0, 0, 0, 0, 1])
  })

  it('lead to their threads, by what they count', () => {
    const where = { tenant: 'a&b', subject: '', agent: 'x', from: steps.from, to: steps.to }
    const query = (metric: 'threads' | 'tokens') => new URL(threadsBehind(metric, where), 'http://a').searchParams
    expect(Object.fromEntries(query('threads'))).toEqual({
      agent: 'x',
      tenant: 'a&b',
      subject: '',
      created: '2026-11-24..2026-11-30',
    })
    expect(query('tokens').get('active')).toBe('2026-11-24..2026-11-30')
  })

  it.each([
    [5, 0, null],
    [10, 10, 'as before'],
    [12, 10, '+20 %'],
    [5, 10, '−50 %'],
    [0, 10, '−100 %'],
    [70, 10, '7 times as much'],
  ])('says how %d compares with %d', (total, before, words) => {
    expect(growthWords(total, before)).toBe(words)
  })
})
