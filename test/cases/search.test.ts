import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldText } from '../../memory/fold-text'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, freshScope, processOn, user } from '../support/memory-caller'
import { searcherOn } from '../support/search-caller'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

/** A scope of its own with these threads, each of a user's text and an answer. */
async function begin(threads: Record<string, string[]>) {
  const scope = freshScope()
  const loci = callerOn(context)
  for (const [sessionId, contents] of Object.entries(threads)) {
    const messages = contents.map((content, index) => (index % 2 === 0 ? user(content) : assistant(content)))
    await loci.memory.write({ sessionId, scope, messages })
  }
  const caller = searcherOn(context)
  return {
    scope,
    loci,
    caller,
    hits: async (query: string) => (await caller.search.messages({ scope, query, limit: 200 })).items,
    found: async (query: string) =>
      (await caller.search.messages({ scope, query, limit: 200 })).items.map(({ threadId }) => threadId).sort(),
    listed: async (text: string) =>
      (await caller.threads.list({ scope, text })).items.map(({ threadId }) => threadId).sort(),
  }
}

describe('what people type', () => {
  it('B119: each tag finds its thread by exact match, whatever signs it holds', async () => {
    const tags = [
      'sheet `Costs @ [3; 7]`',
      'a,b',
      'a|b',
      'x:y',
      'R&D',
      '100%',
      "O'Neil",
      '東京',
      '🚀',
      '  padded  ',
      'UPPER',
    ]
    const { scope, caller } = await begin({ s: ['hello', 'hi'], other: ['hello', 'hi'] })
    await caller.threads.update({ threadId: 's', scope, addTags: Object.fromEntries(tags.map((tag) => [tag, ''])) })
    await caller.threads.update({
      threadId: 'other',
      scope,
      addTags: { a: '', b: '', upper: '', x: 'y', '100': '', R: '' },
    })
    for (const tag of tags) {
      const { items } = await caller.threads.list({ scope, tags: { [tag]: '' } })
      expect(items.map(({ threadId }) => threadId)).toEqual(['s'])
      expect((await caller.threads.count({ scope, tags: { [tag]: '' } })).count).toBe(1)
      const inTagged = await caller.search.messages({ scope, query: 'hello', tags: { [tag]: '' } })
      expect(inTagged.items.map(({ threadId }) => threadId)).toEqual(['s'])
    }
    expect(Object.keys((await caller.threads.get({ threadId: 's', scope })).tags).sort()).toEqual(
      tags.map((tag) => tag.trim()).sort(),
    )
    expect((await caller.threads.list({ scope, tags: { padded: '' } })).items.map(({ threadId }) => threadId)).toEqual([
      's',
    ])
    await caller.threads.update({ threadId: 's', scope, removeTags: [' padded '] })
    expect((await caller.threads.list({ scope, tags: { padded: '' } })).items).toEqual([])
    // A tag is what was written, its case included; a key is never taken apart.
    expect((await caller.threads.list({ scope, tags: { upper: '' } })).items.map(({ threadId }) => threadId)).toEqual([
      'other',
    ])
    expect((await caller.threads.list({ scope, tags: { Upper: '' } })).items).toEqual([])
  })

  it('B121: any query is a plain text; a blank one is no filter of a list, and finds no message', async () => {
    const { scope, caller, found, listed } = await begin({
      key: ["Where's the key?", 'Under the mat, (unclosed'],
      signs: ['a & | ! foo:* <-> - "quoted" \\ back', 'the and of'],
    })
    expect(await found("Where's the key?")).toEqual(['key'])
    expect(await found('a & | !')).toEqual(['signs'])
    expect(await found('foo:*')).toEqual(['signs'])
    expect(await found('(unclosed')).toEqual(['key'])
    expect(await found("'")).toEqual(['key'])
    expect(await found('"')).toEqual(['signs'])
    expect(await found('\\')).toEqual(['signs'])
    expect(await found('<->')).toEqual(['signs'])
    expect(await found('-')).toEqual(['signs'])
    expect(await found('the and of')).toEqual(['signs'])
    expect(await found('')).toEqual([])
    expect(await found('   ')).toEqual([])
    expect(await listed('   ')).toEqual(['key', 'signs'])
    expect(await listed('foo:*')).toEqual(['signs'])
    await expect(caller.search.messages({ scope, query: 'a'.repeat(5000) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(caller.threads.list({ scope, text: 'a'.repeat(5000) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await found('a'.repeat(256))).toEqual([])
  })

  const strange = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
    fc.string({
      unit: fc.constantFrom(...'\'"\\&|!(){}[]:*<>~%_$-@#?.,; \t\n\u0000\u0001\ud800\udc00aZ9字ゃ가ßﬁéİ🚀'),
      maxLength: 100,
    }),
  )

  it('B121: no text at all is an error, in a search as in a list', async () => {
    const { scope, caller } = await begin({ s: ['hello', 'hi'] })
    await fc.assert(
      fc.asyncProperty(strange, async (query) => {
        fc.pre([...query].length <= 256)
        await caller.search.messages({ scope, query })
        if (!query.includes('\u0000') && query.isWellFormed()) await caller.threads.list({ scope, text: query })
      }),
      { numRuns: 120 },
    )
  })

  it('B122: what was written is found by itself, typed as it stands', async () => {
    const { scope, loci, caller } = await begin({})
    let count = 0
    await fc.assert(
      fc.asyncProperty(strange, async (text) => {
        fc.pre(foldText(text).trim() !== '' && [...text].length <= 256)
        const sessionId = `s${count++}`
        await loci.memory.write({ sessionId, scope, messages: [user(`before ${text} behind`), assistant('ok')] })
        const { items } = await caller.search.messages({ scope, query: text, threadId: sessionId })
        expect(items.map(({ threadId, seq }) => [threadId, seq])).toEqual([[sessionId, 1]])
        const { marks, text: snippet } = items[0]?.snippet ?? { marks: [], text: '' }
        for (const [start, end] of marks) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(snippet.length)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('B122: per cent, underscore and backslash are signs like any other', async () => {
    const { found } = await begin({
      s1: ['50% off', 'x'],
      s2: ['500 off', 'x'],
      s3: ['file p_q', 'x'],
      s4: ['file pzq', 'x'],
      s5: ['c:\\temp', 'x'],
    })
    expect(await found('50%')).toEqual(['s1'])
    expect(await found('p_q')).toEqual(['s3'])
    expect(await found('%')).toEqual(['s1'])
    expect(await found('\\temp')).toEqual(['s5'])
    expect(await found('off 50%')).toEqual(['s1'])
    expect(await found('off')).toEqual(['s1', 's2'])
    expect(await found('_')).toEqual([])
  })

  it('B124: scripts without spaces are found by one character and more, in any width', async () => {
    const { found, hits } = await begin({
      s: ['明日の会議は東京で行います', '好的，我们在公园见'],
      apart: ['東の空と京の町', 'はい'],
      wide: ['型番はＡＢＣ－１２です', '안녕하세요, 환불을 원합니다'],
    })
    expect(await found('東京')).toEqual(['s'])
    expect(await found('会')).toEqual(['s'])
    expect(await found('公园')).toEqual(['s'])
    expect(await found('ＡＢＣ')).toEqual(['wide'])
    expect(await found('abc-12')).toEqual(['wide'])
    expect(await found('환불')).toEqual(['wide'])
    const [hit] = await hits('東京')
    const [start, end] = hit?.snippet.marks[0] ?? [0, 0]
    expect(hit?.snippet.text.slice(start, end)).toBe('東京')
  })

  it('parts of words are found from three letters on, without case and accents; shorter words as a whole', async () => {
    const { found, listed } = await begin({
      a: ['The Überweisungsträger of my refund is missing', 'Sorry'],
      b: ['Anna Müller asked about STRASSE 5', 'ok'],
      c: ['annals of a café', 'ok'],
    })
    for (const look of [found, listed]) {
      expect(await look('weisung')).toEqual(['a'])
      expect(await look('uberweisungstrager')).toEqual(['a'])
      expect(await look('efu')).toEqual(['a'])
      expect(await look('ann')).toEqual(['b', 'c'])
      expect(await look('anna')).toEqual(['b', 'c'])
      expect(await look('müll straße')).toEqual(['b'])
      expect(await look('CAFE')).toEqual(['c'])
      expect(await look('refund missing')).toEqual(['a'])
      expect(await look('refund annals')).toEqual([])
    }
    expect(await found('my')).toEqual(['a'])
    expect(await found('m')).toEqual([])
  })

  it('B148: a message that was written five times is five hits; nothing else is', async () => {
    const { scope, loci, hits } = await begin({})
    for (let round = 0; round < 5; round += 1) {
      await loci.messages.append({ threadId: 's', scope, messages: [user('unique-needle-1'), assistant('ok')] })
    }
    expect((await hits('unique-needle-1')).map(({ seq }) => seq).sort((a, b) => a - b)).toEqual([1, 3, 5, 7, 9])
    const { items } = await loci.messages.list({ threadId: 's', scope, limit: 200 })
    expect(items).toHaveLength(10)
  })
})
