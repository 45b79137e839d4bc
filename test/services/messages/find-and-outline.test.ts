import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, callerOn, freshScope, processOn, user } from '../../support/memory-caller'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

async function thread(messages: Parameters<ReturnType<typeof callerOn>['memory']['write']>[0]['messages']) {
  const scope = freshScope()
  const loci = callerOn(context)
  const named = { threadId: 's', scope }
  await loci.memory.write({ sessionId: 's', scope, mode: 'append', messages })
  return {
    loci,
    named,
    find: (query: string, more = {}) => loci.messages.find({ ...named, query, ...more }),
    outline: (more = {}) => loci.messages.outline({ ...named, ...more }),
  }
}

const call = {
  role: 'assistant' as const,
  content: null,
  toolCalls: [{ id: 'c', name: 'find_order', arguments: { order: 'A-1799' } }],
}

describe('messages.find', () => {
  it('finds in one thread what was typed, folded as the search folds it, in text, calls and results, by seq', async () => {
    const { find, loci, named } = await thread([
      user('Where is my Résumé?'),
      call,
      { role: 'tool', toolCallId: 'c', content: '{"file":"resume.pdf"}' },
      assistant('No résumés, and no re-sume.'),
    ])
    await loci.memory.write({ ...named, threadId: undefined, sessionId: 'other', messages: [user('resume')] })
    expect(await find('resume')).toEqual({ seqs: [1, 3, 4], earlier: 0 })
    expect(await find('a-1799')).toEqual({ seqs: [2], earlier: 0 })
    expect(await find('resume pdf')).toEqual({ seqs: [3], earlier: 0 })
    expect(await find('  ')).toEqual({ seqs: [], earlier: 0 })
    expect(await find('zeppelin')).toEqual({ seqs: [], earlier: 0 })
  })

  it('gives the newest places first, and says how many stand before them', async () => {
    const { find } = await thread(Array.from({ length: 250 }, (_, place) => user(`parcel ${place}`)))
    const newest = await find('parcel', { limit: 120 })
    expect(newest.seqs).toEqual(Array.from({ length: 120 }, (_, place) => 131 + place))
    expect(newest.earlier).toBe(130)
    const rest = await find('parcel', { before: newest.seqs[0] })
    expect([rest.seqs[0], rest.seqs.at(-1), rest.seqs.length, rest.earlier]).toEqual([1, 130, 130, 0])
  })

  it('never finds what was redacted; S3: an absent thread is NOT_FOUND', async () => {
    const { find, loci, named } = await thread([user('card 4000'), assistant('card 4000')])
    await loci.messages.redact({ ...named, seq: 1 })
    expect(await find('4000')).toEqual({ seqs: [2], earlier: 0 })
    await expect(find('4000', { threadId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('messages.outline', () => {
  it('gives the first words of each message of the user, from either end, without a gap', async () => {
    const { outline } = await thread(
      Array.from({ length: 7 }, (_, place) => [user(`question\n ${place + 1}`), assistant('answer')]).flat(),
    )
    const newest = await outline({ limit: 3 })
    expect(newest.items.map(({ seq, text }) => [seq, text])).toEqual([
      [9, 'question 5'],
      [11, 'question 6'],
      [13, 'question 7'],
    ])
    expect(newest.next).toBe(9)
    expect((await outline({ before: 9, limit: 10 })).items.map(({ seq }) => seq)).toEqual([1, 3, 5, 7])
    const first = await outline({ after: 0, limit: 2 })
    expect([first.items.map(({ seq }) => seq), first.next]).toEqual([[1, 3], 3])
    expect((await outline({ after: 9, limit: 1 })).items.map(({ seq }) => seq)).toEqual([11])
    expect(await outline({ after: 13, limit: 1 })).toEqual({ items: [], next: null })
    expect(await outline({ before: 1 })).toEqual({ items: [], next: null })
  })

  it('cuts long texts, and says nothing of redacted ones', async () => {
    const { outline, loci, named } = await thread([
      user('secret'),
      user('word '.repeat(100)),
      user('x'.repeat(20_000)),
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a.test/x.png' } }] },
    ])
    await loci.messages.redact({ ...named, seq: 1 })
    const texts = (await outline()).items.map(({ text }) => text)
    expect(texts[0]).toBeNull()
    expect(texts[1]).toMatch(/^word word .*…$/)
    expect(texts[1]?.length).toBeLessThanOrEqual(121)
    expect(texts.slice(2)).toEqual([null, ''])
  })

  it('looks through at most 5,000 messages, and goes on from there', async () => {
    const { outline } = await thread([
      user('the only question'),
      ...Array.from({ length: 5_100 }, () => assistant('step')),
    ])
    const page = await outline()
    expect(page).toEqual({ items: [], next: 102 })
    const { items, next } = await outline({ before: page.next ?? 0 })
    expect([items.map(({ seq }) => seq), next]).toEqual([[1], null])
    expect((await outline({ after: 1 })).next).toBe(5_001)
  })
})
