import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachment } from '../../../server/http/export-handler'
import { csvCell, csvLine } from '../../../server/services/exports/csv-line'
import { fileStem } from '../../../server/services/exports/open-thread-file'
import { fenceText, markdownMessage, plainLine, quoteText } from '../../../server/services/exports/thread-markdown'

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', '`', '#', '>', '＝', ' ', '\u2028', 'a'), {
      maxLength: 12,
    })
    .map((signs) => signs.join('')),
)

/** A reader of RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place]
    if (isQuoted) {
      if (sign === '"' && text[place + 1] === '"') {
        cell += '"'
        place += 1
      } else if (sign === '"') isQuoted = false
      else cell += sign
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === ',') endCell()
    else if (sign === '\r' && text[place + 1] === '\n') {
      endCell()
      rows.push([])
      place += 1
    } else cell += sign
  }
  return rows.slice(0, -1)
}

describe('a table', () => {
  it('is read back cell by cell, whatever stands in it', () => {
    const row = fc.array(hostile, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        const read = readCsv(rows.map(csvLine).join(''))
        expect(read.map((cells) => cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/u, '')))).toEqual(rows)
      }),
    )
  })

  it('holds no cell that a spreadsheet takes for a formula', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const [[cell = ''] = []] = readCsv(`${csvCell(text)}\r\n`)
        expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u)
      }),
    )
    expect(csvLine(['=1+1', 'a "b", c', null, 12])).toBe(`"'=1+1","a ""b"", c",,12\r\n`)
  })
})

describe('a document', () => {
  it('keeps texts within their quote, so that none can pass for a heading', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const line of quoteText(text).split(/[\n\r\u2028\u2029]/)) expect(line).toMatch(/^>/)
      }),
    )
  })

  it('closes no block of code from within', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const [, fence = ''] = /^(`+)/.exec(fenceText(text)) ?? []
        expect(fence.length).toBeGreaterThan(Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)))
      }),
    )
  })

  it('names things in one line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(plainLine(text)).not.toMatch(/[\n\r\u2028\u2029]/)
      }),
    )
  })

  it('has a heading, the text, calls and what is no text', () => {
    const at = { seq: 2, createdAt: new Date('2026-01-02T03:04:05.006Z'), redactedAt: null }
    const content = [
      { type: 'text', text: 'one\n# two' },
      { type: 'file', name: 'a.pdf' },
    ]
    const toolCalls = [{ id: 'c1', name: 'look_up', arguments: '{"a":1}' }]
    const text = markdownMessage({ ...at, message: { role: 'assistant', content, toolCalls } })
    expect(text).toContain(
      '## 2. assistant, 2026-01-02T03:04:05.006Z\n\n> one\n> # two\n\n```json\n{\n  "type": "file"',
    )
    expect(text).toContain('Calls **look\\_up** (c1):\n\n```json\n{\n  "a": 1\n}\n```')
  })
})

describe("a file's name", () => {
  it('goes into a header and onto any disk', () => {
    fc.assert(
      fc.property(hostile, (title) => {
        const stem = fileStem(title)
        expect(stem).not.toBe('')
        expect(stem).not.toMatch(/[\\/:*?"<>|\p{C}]/u)
        expect(attachment(`${stem}.md`)).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%~-]+$/)
      }),
    )
    expect(fileStem('Where is my parcel? #5531')).toBe('where-is-my-parcel-5531')
    expect(fileStem('返品したい')).toBe('返品したい')
  })
})
