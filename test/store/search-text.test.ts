import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchableText } from '../../memory/searchable-text'
import { searchMatch, searchVector } from '../../server/store/search-text'
import { type TestDatabase, testDatabase } from '../support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const user = (content: string) => ({ role: 'user' as const, content })

async function isFound(text: string, query: string): Promise<boolean> {
  const { rows } = await database.pools.application.query<{ found: boolean }>(
    'select $1::tsvector @@ $2::tsquery as found',
    [searchVector(user(text)), searchMatch(query)?.match],
  )
  return rows[0]?.found ?? false
}

/** Texts of every kind of sign that an index, a literal or a query could stumble over. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(..."'\\&|!(:*<>~%_$- \u0001\u0000\ud800aB字ゃßﬁéİ"), maxLength: 60 }),
)

describe('the words of a message', () => {
  it.each([
    ['The refund for order 4711 is on its way', 'refund order', true],
    ['The refund for order 4711 is on its way', 'order REFUND', true],
    ['The refund for order 4711 is on its way', 'refu', true],
    ['The refund for order 4711 is on its way', 'efun', true],
    ['The refund for order 4711 is on its way', 'fun 471', true],
    ['The refund for order 4711 is on its way', 'refu way', true],
    ['The refund for order 4711 is on its way', 'refund invoice', false],
    ['The refund for order 4711 is on its way', 're', false],
    ['The refund for order 4711 is on its way', 'is', true],
    ['注文番号を教えてください', '番号', true],
    ['注文番号を教えてください', '番', true],
    ['注文番号を教えてください', '号番', false],
    ['iPhone修理をお願いします', 'iphone修理', true],
    ['환불을 원합니다', '환불', true],
    ['ขอคืนเงิน', 'คืน', true],
    ['Ärger mit der Straße', 'ärger', true],
    ['Ärger mit der Straße', 'ARGER STRASSE', true],
    ['Привёт, Ёлка', 'привет елка', true],
    ['Οδός', 'ΟΔΟΣ', true],
    ['file foo-bar.txt was lost', 'foo-bar.txt', true],
    ['file foo-bar.txt was lost', 'oo-bar.tx', false],
    ['file foo-bar.text was lost', 'foo-bar.tex', true],
    ["it's the driver's fault", "driver's", true],
    ['Ｆｕｌｌｗｉｄｔｈ ＡＢＣ', 'fullwidth abc', true],
    ['soft\u00adhyphen', 'softhyphen', true],
    ['𐐷𐐷𐐷𐐷𐐷 deseret', '𐐷𐐷𐐷', true],
  ])('%s | %s', async (text, query, found) => {
    expect(await isFound(text, query)).toBe(found)
  })

  it('are the text, the names of tools and their arguments', () => {
    const text = searchableText({
      role: 'assistant' as const,
      content: [{ type: 'text', text: 'Looking' }],
      reasoning: 'secret thoughts',
      toolCalls: [{ id: 'c', name: 'find_order', arguments: { order: 'A-17' } }],
    })
    expect(text).toContain('find_order')
    expect(text).toContain('A-17')
    expect(text).not.toContain('secret')
  })

  it('are those of the first 64,000 characters, and fit into the index whatever they are', async () => {
    expect(await isFound(`${'x '.repeat(31_000)}needle`, 'needle')).toBe(true)
    expect(await isFound(`${'x '.repeat(32_000)}needle`, 'needle')).toBe(false)
    const texts = ['字'.repeat(70_000), `${'a'.repeat(70_000)}`, '💥'.repeat(40_000), '%'.repeat(70_000)]
    texts.push(Array.from({ length: 9_000 }, (_, index) => `w${index}`).join(' '))
    for (const text of texts) {
      await database.pools.application.query('select $1::tsvector', [searchVector(user(text))])
    }
  })

  it('stand in a row where there are more than the index has places for', async () => {
    expect(await isFound(`${'-% '.repeat(400)} 50% off 東京`, '50% 東京')).toBe(true)
    expect(await isFound(`${'a b '.repeat(9_000)} 50% off 東京`, '50% 東京')).toBe(true)
  })
})

describe('B121, B122: any text is plain text', () => {
  it('is never a syntax error, neither as a message nor as a query', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const match = searchMatch(text)
        await database.pools.application.query('select $1::tsvector, $2::tsquery, $3::tsquery, $4::tsquery', [
          searchVector(user(text)),
          match?.match ?? null,
          match?.near ?? null,
          match?.any ?? null,
        ])
      }),
      { numRuns: 300 },
    )
    expect(searchMatch('  \u0000\n\u00ad ')).toBeNull()
  })

  it('finds itself: what is typed as it stands in a message is found', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (text, more) => {
        fc.pre(searchMatch(text) !== null)
        expect(await isFound(`${more} ${text} ${more}`, text)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
