import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessMapping, isMapped } from '../../../components/imports/guess-mapping'
import { readImportFile } from '../../../components/imports/import-file'
import { mapRecords, readTime } from '../../../components/imports/map-records'
import { cutPieces } from '../../../components/imports/pieces'

const formatOf = (text: string) => {
  const file = readImportFile('a.json', text)
  return 'reason' in file ? file.reason : file.format
}

describe('a file', () => {
  it('is known by what is in it', () => {
    expect(formatOf('{"loci":1,"threadId":"a"}\n')).toBe('loci-jsonl')
    expect(formatOf('\uFEFF{"messages":[{"role":"user","content":"x"}]}')).toBe('openai-jsonl')
    expect(formatOf('{"id":"a","messages":[{"id":"1","role":"user","parts":[]}]}')).toBe('ai-sdk-jsonl')
    expect(formatOf('{"session_id":"a","sender":"human","body":"x"}')).toBe('records')
    expect(formatOf('[{"messages":[{"role":"user","content":"x"}]}]')).toBe('openai-jsonl')
    expect(formatOf('{\n "data": [{"id": 1, "from": "bot"}]\n}')).toBe('records')
    for (const text of ['', ' \n', 'nonsense', '[]', '"text"', '{\n"a":1}']) expect(formatOf(text)).toMatch(/\.$/)
  })

  it('that is a list of messages is one conversation, unless each names its thread', () => {
    const list =
      '[\n {"role":"user", "content":"a\\nb", "n": 12345678901234567890},\n {"role":"assistant","content":"c"}\n]'
    const file = readImportFile('chat.json', list)
    if ('reason' in file) throw new Error(file.reason)
    expect(file.lines).toHaveLength(1)
    expect(file.lines[0]).toContain('"n": 12345678901234567890}')
    expect(JSON.parse(file.lines[0] ?? '')).toMatchObject({ id: 'chat.json', messages: { length: 2 } })
    expect(formatOf('[{"session_id":"a","role":"user","content":"x"}]')).toBe('records')
  })

  it('keeps the numbers of its lines', () => {
    const file = readImportFile('a.jsonl', '\n\n{"loci":1}\n\n{"loci":1}')
    if ('reason' in file) throw new Error(file.reason)
    expect([file.isByLine, file.lines.indexOf('{"loci":1}')]).toEqual([true, 2])
  })

  it('in pieces is the file, each within its size unless a single line is larger', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 }).map((line) => line.replaceAll('\n', ''))), (lines) => {
        const pieces = cutPieces(lines, 20)
        const kept = pieces
          .flatMap((piece) => piece.text.split('\n').map((line, place) => ({ number: piece.lines[place] ?? 0, line })))
          .sort((a, b) => a.number - b.number)
        const numbered = lines.map((line, place) => ({ number: place + 1, line }))
        const full = (all: typeof numbered) => all.filter(({ line }) => line.trim() !== '')
        expect(full(kept)).toEqual(full(numbered))
        for (const { text } of pieces) expect(text.length <= 20 || !text.includes('\n')).toBe(true)
        expect(pieces.reduce((sum, { count }) => sum + count, 0)).toBe(
          lines.filter((line) => line.trim() !== '').length,
        )
      }),
    )
  })
})

describe('records of another system', () => {
  const rows = [
    { session_id: 7, sender: 'Human', body: 'second', sent_at: '2025-01-01T00:00:02Z', plan: 'gold' },
    { session_id: 7, sender: 'bot', body: 'first', sent_at: '2025-01-01T00:00:01Z', plan: 'gold' },
    { session_id: 8, sender: 'system', body: 'instructions', sent_at: 1735689600 },
    { session_id: 8, sender: 'alien', body: '?' },
    { sender: 'user', body: 'lost' },
  ]

  it('say by their names which field is what', () => {
    const mapping = guessMapping(rows)
    expect(mapping).toMatchObject({
      threadId: 'session_id',
      role: 'sender',
      text: 'body',
      time: 'sent_at',
      messages: '',
    })
    expect(isMapped(mapping)).toBe(true)
    const nested = [{ ticket: { id: 'a' }, subject: 'Late', turns: [{ from: 'customer', text: 'x', at: 1 }] }]
    expect(guessMapping(nested)).toMatchObject({
      threadId: 'ticket.id',
      messages: 'turns',
      role: 'from',
      text: 'text',
      title: 'subject',
    })
  })

  it('become threads: gathered by id, in the order of their times; what cannot be taken is refused by its place', () => {
    const { lines, refused } = mapRecords(rows, { ...guessMapping(rows), tags: ['plan'] })
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        loci: 1,
        threadId: '7',
        tags: { plan: 'gold' },
        createdAt: '2025-01-01T00:00:01.000Z',
        messages: [
          { createdAt: '2025-01-01T00:00:01.000Z', message: { role: 'assistant', content: 'first' } },
          { createdAt: '2025-01-01T00:00:02.000Z', message: { role: 'user', content: 'second' } },
        ],
      },
      { loci: 1, threadId: '8', tags: {}, messages: [] },
    ])
    expect(refused.map(({ line }) => line)).toEqual([4, 5])
  })

  it('have times in any usual form', () => {
    const iso = '2025-01-01T00:00:00.000Z'
    for (const time of [iso, 1735689600, 1735689600000, '1735689600', '2025-01-01T01:00:00+01:00'])
      expect(readTime(time)).toBe(iso)
    for (const other of [{ toString: 1 }, Object.create(null), Symbol('time'), [[]], true, null, ''])
      expect(readTime(other)).toBeUndefined()
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const time = readTime(value)
        expect(time === undefined || !Number.isNaN(Date.parse(time))).toBe(true)
      }),
    )
  })
})
