import { describe, expect, it } from 'vitest'
import {
  changesOf,
  kindOf,
  type PreviewSource,
  previewSource,
  segmentsOf,
  stepAmong,
  windowOn,
} from '../../../components/studio/preview-decision'

const thread = {
  uid: '00000000-0000-7000-8000-000000000001',
  threadId: 't',
  scope: { tenant: 'acme', subject: '' },
  title: null,
  agentName: 'support',
  messageCount: 6,
  tokenCount: 60,
  counter: 'o200k_base',
  lastTurn: 3,
  lastTurnSeq: 5,
  turnOpen: false,
  hasOwnWindow: false,
}
const saved = {
  window: { strategy: 'buffer' as const },
  source: 'agent' as const,
  version: 1,
  storing: true,
  allowCallWindow: false,
}
const source = previewSource({
  saved,
  thread,
  summary: { version: 1, toSeq: 2, tokens: 5 },
  recalled: null,
  rows: Array.from({ length: 6 }, (_, index) => [
    index + 1,
    index % 2 === 0 ? 'user' : 'assistant',
    Math.floor(index / 2) + 1,
    10,
    (index + 1) * 10,
    [],
    null,
    false,
    index === 0,
  ]),
}) as PreviewSource

describe('the preview of a window', () => {
  it('is nothing while the agent has no thread', () => {
    expect(previewSource({ saved, thread: null, rows: [], summary: null, recalled: null })).toBeNull()
  })

  it('W5: says of each message what its window makes of it, and the bar says the same', () => {
    const on = windowOn(source, { strategy: 'buffer', maxMessages: 3 })
    expect(source.rows.map(({ seq }) => kindOf(on, seq))).toEqual(['pin', 'out', 'out', 'out', 'in', 'in'])
    expect(segmentsOf(on, source.rows)).toEqual([
      { kind: 'pin', tokens: 10 },
      { kind: 'out', tokens: 30 },
      { kind: 'in', tokens: 20 },
    ])
    const summed = windowOn(source, {
      strategy: 'summarizing',
      recentMessages: 2,
      summarizeEvery: 2,
      maxSummaryTokens: 50,
    })
    expect(kindOf(summed, 2)).toBe('summary')
  })

  it('names what a draft takes and gives', () => {
    const wide = windowOn(source, { strategy: 'buffer' })
    const narrow = windowOn(source, { strategy: 'buffer', maxMessages: 3 })
    expect(changesOf(wide, narrow)).toEqual({ lost: [2, 3, 4], gained: [] })
    expect(changesOf(narrow, wide)).toEqual({ lost: [], gained: [2, 3, 4] })
  })
})

describe('stepAmong', () => {
  it.each([
    [[2, 5, 9], null, 1, 2],
    [[2, 5, 9], 5, 1, 9],
    [[2, 5, 9], 9, 1, 2],
    [[2, 5, 9], null, -1, 9],
    [[2, 5, 9], 2, -1, 9],
    [[], null, 1, null],
  ] as const)('%j from %s by %i is %s', (seqs, from, by, expected) => expect(stepAmong(seqs, from, by)).toBe(expected))
})
