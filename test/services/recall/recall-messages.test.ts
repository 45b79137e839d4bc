import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RecallParams, recallMessages } from '../../../server/services/recall/recall-messages'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, callerOn, freshScope, processOn, user } from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'
import { idsOf } from '../../support/scope-ids'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

type Asked = Omit<Partial<RecallParams>, 'query'>

/** A scope of its own with these threads; `recall` answers contents, best first. */
async function begin(threads: Record<string, string[]>) {
  const scope = freshScope()
  const loci = callerOn(context)
  for (const [sessionId, contents] of Object.entries(threads)) {
    const messages = contents.map((content, index) => (index % 2 === 0 ? user(content) : assistant(content)))
    await loci.memory.write({ sessionId, scope, messages })
  }
  const first = Object.keys(threads)[0] ?? ''
  const ids = await idsOf(database, scope, first)
  const ask = (query: string, more: Asked = {}) =>
    recallMessages(context, { reach: 'thread', ...ids, query, topK: 10, ...more })
  const contents = async (query: string, more: Asked = {}) => {
    const found = await ask(query, more)
    const rows = await ownerQuery<{ uid: string; seq: number; raw: string }>(
      database,
      'select thread_uid as uid, seq, raw from message where tenant = $1',
      [scope.tenant],
    )
    return found.map(({ threadUid, seq }) => {
      const row = rows.find((stored) => stored.uid === threadUid && stored.seq === seq)
      return (JSON.parse(row?.raw ?? '{}') as { content?: string }).content
    })
  }
  return { scope, loci, ids, ask, contents }
}

const talk = [
  'My dog is called Biscuit and he is a beagle',
  'Noted, Biscuit the beagle',
  'The weather is fine today',
  'It is, and the forecast is good',
  'I am allergic to peanuts and to shellfish',
  'I will keep that in mind',
]

describe('recall without an embedder', () => {
  it('finds what shares the rare words of a question, best first', async () => {
    const { contents } = await begin({ t: talk })
    expect((await contents('What is the name of my dog, the beagle?'))[0]).toBe(talk[0])
    expect((await contents('Is there anything she is allergic to?'))[0]).toBe(talk[4])
    expect(await contents('zeppelin')).toEqual([])
    expect(await contents('  ?! ')).toEqual([])
  })

  it('finds other forms of a word, parts of words, and scripts without spaces', async () => {
    const { contents } = await begin({
      t: ['Refunds are handled by Anna', 'ok', '明日の会議は東京で行います', '了解', 'Überweisungsträger fehlt', 'gut'],
    })
    expect((await contents('refunding'))[0]).toBe('Refunds are handled by Anna')
    expect((await contents('東京'))[0]).toBe('明日の会議は東京で行います')
    expect((await contents('東京はどこ'))[0]).toBe('明日の会議は東京で行います')
    expect((await contents('uberweisung'))[0]).toBe('Überweisungsträger fehlt')
  })

  it('scores are the share of the query: 1 for all of it, and a threshold cuts', async () => {
    const { ask } = await begin({ t: talk })
    const all = await ask('allergic peanuts shellfish')
    expect(all[0]).toMatchObject({ seq: 5, score: 1 })
    const some = await ask('allergic zeppelin')
    expect(some[0]?.score).toBeGreaterThan(0.2)
    expect(some[0]?.score).toBeLessThan(0.8)
    expect(await ask('allergic zeppelin', { threshold: 0.9 })).toEqual([])
    for (const { score } of await ask(talk.join(' '))) {
      expect(score).toBeGreaterThan(0)
      expect(score).toBeLessThanOrEqual(1)
    }
  })

  it('gives at most topK, of the roles that were asked for', async () => {
    const { ask } = await begin({ t: talk })
    expect(await ask('biscuit beagle', { topK: 1 })).toHaveLength(1)
    expect((await ask('biscuit beagle')).map(({ seq }) => seq).sort()).toEqual([1, 2])
    expect((await ask('biscuit beagle', { roles: ['assistant'] })).map(({ seq }) => seq)).toEqual([2])
    expect(await ask('biscuit', { topK: 0 })).toEqual([])
  })

  it('S2: stays in its thread, or in its scope; deleted threads and redacted messages are gone', async () => {
    const { scope, loci, ids, ask, contents } = await begin({
      one: ['the codeword is heron', 'ok'],
      two: ['heron again', 'ok'],
    })
    await loci.memory.write({
      sessionId: 'x',
      scope: { ...scope, subject: 'u2' },
      messages: [user('heron of another')],
    })
    await begin({ foreign: ['heron of another tenant', 'ok'] })
    expect(await contents('heron')).toEqual(['the codeword is heron'])
    expect((await contents('heron', { reach: 'subject' })).sort()).toEqual(['heron again', 'the codeword is heron'])
    await ownerQuery(database, `update message set redacted_at = now() where thread_uid = $1 and seq = 1`, [
      ids.threadUid,
    ])
    expect(await ask('heron')).toEqual([])
    await loci.memory.clear({ sessionId: 'two', scope })
    expect(await ask('heron', { reach: 'subject' })).toEqual([])
    expect(await ask('heron', { tenant: 'somebody else' })).toEqual([])
  })

  it('B121: any text is a plain query', async () => {
    const { ask } = await begin({ t: talk })
    for (const query of [
      "Where's the key?",
      'a & | !',
      'foo:*',
      '(unclosed',
      "'",
      '\\',
      '<->',
      '\u0000\ud800',
      'a'.repeat(5000),
    ]) {
      expect(Array.isArray(await ask(query))).toBe(true)
    }
    expect(await ask(`${'word '.repeat(300)} allergic`)).not.toEqual([])
  })
})
