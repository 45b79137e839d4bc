import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchQuery, searchText, searchWords } from '../../server/store/search-text'
import { type TestDatabase, testDatabase } from '../support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function isFound(text: string, query: string): Promise<boolean> {
  const { rows } = await database.pools.application.query<{ found: boolean }>(
    `select to_tsvector('simple', $1) @@ to_tsquery('simple', $2) as found`,
    [searchWords(text), searchQuery(query)],
  )
  return rows[0]?.found ?? false
}

describe('the words of a message', () => {
  it.each([
    ['The refund for order 4711 is on its way', 'refund order', true],
    ['The refund for order 4711 is on its way', 'order REFUND', true],
    ['The refund for order 4711 is on its way', 'refu', true],
    ['The refund for order 4711 is on its way', 'refu way', false],
    ['The refund for order 4711 is on its way', 'refund invoice', false],
    ['注文番号を教えてください', '番号', true],
    ['注文番号を教えてください', '番', true],
    ['注文番号を教えてください', '号番', false],
    ['iPhone修理をお願いします', 'iphone修理', true],
    ['환불을 원합니다', '환불', true],
    ['ขอคืนเงิน', 'คืน', true],
    ['Ärger mit der Straße', 'ärger', true],
    ['file foo-bar.txt was lost', 'foo-bar.txt', true],
    ["it's the driver's fault", "driver's", true],
    ['Ｆｕｌｌｗｉｄｔｈ', 'fullwidth', true],
  ])('%s | %s', async (text, query, found) => {
    expect(await isFound(text, query)).toBe(found)
  })

  it('are the text, the names of tools and their arguments', () => {
    const message = {
      role: 'assistant' as const,
      content: [{ type: 'text', text: 'Looking' }],
      reasoning: 'secret thoughts',
      toolCalls: [{ id: 'c', name: 'find_order', arguments: { order: 'A-17' } }],
    }
    expect(searchText(message)).toContain('find_order')
    expect(searchText(message)).toContain('a-17')
    expect(searchText(message)).not.toContain('secret')
  })

  it('hold nothing that PostgreSQL cannot, and no more than 64,000 characters', () => {
    expect(searchWords('a\u0000b\ud800c')).toBe('a b c')
    expect(searchWords('字'.repeat(70_000)).length).toBeLessThanOrEqual(64_000)
  })

  it('any input is a plain query, never a syntax error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: fc.constantFrom("'", '\\', '&', '|', '!', '(', ':', '*', '<', '>', ' ', 'a', '字') }),
        ),
        async (text) => {
          const query = searchQuery(text)
          if (query !== null) await database.pools.application.query(`select to_tsquery('simple', $1)`, [query])
        },
      ),
      { numRuns: 150 },
    )
    expect(searchQuery('  &|! ')).toBeNull()
  })
})
