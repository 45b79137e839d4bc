import { describe, expect, it } from 'vitest'
import { givenDifference, givenFate } from '../../../components/conversation/given-fate'
import { runFacts } from '../../../components/conversation/run-facts-of'

const read = {
  ranges: [
    [1, 2],
    [7, 10],
  ] as [number, number][],
  copies: [8],
  messages: 6,
  tokens: 60,
  totalMessages: 10,
  source: 'agent',
  configVersion: 7,
  summaryVersion: null,
  recalled: 0,
}

describe('what was given then', () => {
  it('says of each message whether it was given, and how that differs from now', () => {
    const isIn = { isIn: true, reason: 'in' } as const
    const isOut = { isIn: false, reason: 'over-turns' } as const
    expect(givenFate(7, read, isIn)).toEqual({ kind: 'in', reason: null })
    expect(givenFate(7, read, undefined)).toEqual({ kind: 'in', reason: null })
    expect(givenFate(2, read, isOut)).toEqual({ kind: 'in', reason: 'given then, not seen now' })
    expect(givenFate(5, read, isOut)).toEqual({ kind: 'out', reason: 'not given' })
    expect(givenFate(5, read, isIn)).toEqual({ kind: 'out', reason: 'not given then, seen now' })
    expect(givenFate(8, read, isIn)).toEqual({ kind: 'in', reason: 'given without its tool calls' })
    expect(givenFate(11, read, isIn)).toEqual({ kind: 'out', reason: 'written later' })
  })

  it('counts what came in and what went out since', () => {
    expect(givenDifference(read.ranges, [[9, 14]])).toEqual({ more: 4, fewer: 4 })
    expect(givenDifference(read.ranges, read.ranges)).toEqual({ more: 0, fewer: 0 })
    expect(givenDifference(read.ranges, [])).toEqual({ more: 0, fewer: 6 })
  })
})

describe('facts of a run', () => {
  it('have places of their own; what is of another kind, or more, stays as it came', () => {
    const run = {
      model: 'm-1',
      usage: { inputTokens: 1200, tier: 'fast', details: { cached: 3 } },
      latencyMs: 840,
      error: 'timeout',
      traceUrl: 'https://trace.test/1',
      instructionsVersion: 12,
      region: 'eu',
    }
    expect(runFacts(run)).toEqual({
      model: 'm-1',
      usage: [
        ['inputTokens', 1200],
        ['tier', 'fast'],
      ],
      latencyMs: 840,
      error: 'timeout',
      traceUrl: 'https://trace.test/1',
      instructionsVersion: null,
      rest: { usage: { details: { cached: 3 } }, instructionsVersion: 12, region: 'eu' },
    })
    expect(runFacts({ usage: 'many', latencyMs: 'long' }).rest).toEqual({ usage: 'many', latencyMs: 'long' })
  })
})
