import { describe, expect, it } from 'vitest'
import { plainWords } from '../../../components/threads/plain-words'

describe('a line of a message as plain words', () => {
  it.each([
    ['There are **14** in stock', 'There are 14 in stock'],
    ['# Order\n\n- depot 1\n- depot 3', 'Order depot 1 depot 3'],
    ['> quoted *words* and `code`', 'quoted words and code'],
    ['See [the order](https://x.example/a_(b)?q=1) now', 'See the order now'],
    ['![A lamp](https://x.example/lamp.png)', 'A lamp'],
    ['See [the order](https://x.exam', 'See the order'],
    ['It is **14 in st', 'It is 14 in st'],
    ['```json\n{"a":1}\n```', '{"a":1}'],
    ['1. one\n2) two\n- [x] done', 'one two done'],
    ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a b 1 2'],
    ['__both__ ~~gone~~ ***all***', 'both gone all'],
    ['one\n---\ntwo', 'one two'],
    ['In stock: | a | b | |---|:-:| | 1 | 2 |', 'In stock: a b 1 2'],
    ['Done. ## Next **step**', 'Done. Next step'],
    ['<https://x.example> it is', 'https://x.example it is'],
    ['a \\* b', 'a * b'],
  ])('%j reads %j', (text, words) => {
    expect(plainWords(text)).toBe(words)
  })

  it.each(['snake_case_name', '2 * 3 * 4', '2**3', 'C# and #1', 'a|b', '语言 * 中文', '-5 degrees', '<b> is HTML', ''])(
    '%j stays as it is',
    (text) => {
      expect(plainWords(text)).toBe(text)
    },
  )

  it('takes no longer for what looks like markdown all along', () => {
    const begun = performance.now()
    for (const text of ['*', '**a', '[', '[a](', '`', '| ', '> ', '_a', '- ']) plainWords(text.repeat(500))
    expect(performance.now() - begun).toBeLessThan(500)
  })
})
