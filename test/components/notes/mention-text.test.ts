import { describe, expect, it } from 'vitest'
import {
  completeMention,
  cutMentions,
  matchPeople,
  mentionedIn,
  mentionOf,
  mentionQueryAt,
} from '../../../components/notes/mention-text'

const ada = { id: 'a', name: 'Ada Lovelace', email: 'ada@acme.test' }
const adam = { id: 'b', name: 'Ada', email: 'adam@acme.test' }
const li = { id: 'c', name: '李雷', email: 'li@acme.test' }
const twin = { id: 'd', name: '李雷', email: 'lei@acme.test' }

describe('a mention', () => {
  it.each([
    ['hello @ad', 9, { start: 6, query: 'ad' }],
    ['@', 1, { start: 0, query: '' }],
    ['(@李', 3, { start: 1, query: '李' }],
    ['@Ada Lo', 7, { start: 0, query: 'Ada Lo' }],
    ['mail ada@ac', 11, null],
    ['@ ada', 5, null],
    ['@ada\nnext', 9, null],
    ['no sign', 7, null],
    ['@ada and more', 4, { start: 0, query: 'ada' }],
  ])('is looked for in %j at %i', (text, caret, wanted) => {
    expect(mentionQueryAt(text, caret)).toEqual(wanted)
  })

  it('is found by any word of the name, or by the address', () => {
    const people = [ada, adam, li]
    expect(matchPeople(people, 'ada')).toEqual([ada, adam])
    expect(matchPeople(people, 'LOVE')).toEqual([ada])
    expect(matchPeople(people, 'li@')).toEqual([li])
    expect(matchPeople(people, '', 2)).toHaveLength(2)
    expect(matchPeople(people, 'x')).toEqual([])
  })

  it('takes the place of what was typed, with a space behind it', () => {
    const at = { start: 3, query: 'ad', mention: '@Ada' }
    expect(completeMention('hi @ad', at)).toEqual({ text: 'hi @Ada ', caret: 8 })
    expect(completeMention('hi @ad, see', at)).toEqual({ text: 'hi @Ada , see', caret: 8 })
    expect(completeMention('hi @ad see', at)).toEqual({ text: 'hi @Ada see', caret: 8 })
  })

  it('of two people of one name is their address', () => {
    expect(mentionOf(li, [ada, li])).toBe('@李雷')
    expect(mentionOf(li, [ada, li, twin])).toBe('@li@acme.test')
  })

  it('means the longest name that stands there, and no part of a word', () => {
    const people = [adam, ada]
    expect(mentionedIn('@Ada Lovelace, see', people)).toEqual(['a'])
    expect(mentionedIn('@Ada, see; and @Ada again', people)).toEqual(['b'])
    expect(mentionedIn('@Adamant', people)).toEqual([])
    expect(mentionedIn('nobody', people)).toEqual([])
  })

  it('leaves all of the text in its pieces', () => {
    const text = '@@Ada  \n<b>@Ada Lovelace</b>@nobody@'
    const pieces = cutMentions(text, [ada, adam])
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    expect(pieces.filter(({ person }) => person).map((piece) => piece.text)).toEqual(['@Ada', '@Ada Lovelace'])
    for (const piece of pieces) expect(text.startsWith(piece.text, piece.at)).toBe(true)
  })
})
