import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRepeats, type RepeatMessage } from '../../memory/duplicates'
import { endsTurnOf } from '../../memory/turn'

interface Said {
  hash: string
  role: string
  callIds: string[]
}

const said = (role: string, text: string, callIds: string[] = []): Said => ({ hash: `${role}:${text}`, role, callIds })
const turn = (name: string): Said[] => [said('user', name), said('assistant', `re ${name}`)]
/** Two tools in parallel, then an answer. */
const toolTurn = (name: string): Said[] => [
  said('user', name),
  said('assistant', `call ${name}`, [`${name}1`, `${name}2`]),
  said('tool', `${name}1`),
  said('tool', `${name}2`),
  said('assistant', `re ${name}`),
]
const stored = (list: readonly Said[]): RepeatMessage[] =>
  list.map((message, place) => ({ ...message, seq: place + 1 }))
const hashes = (list: readonly Said[]) => list.map(({ hash }) => hash)

/** The thread without what was found. */
function repaired(list: readonly Said[]): string[] {
  const { repeats } = findRepeats(stored(list))
  return hashes(list.filter((_, place) => !repeats.some(({ from, to }) => place + 1 >= from && place + 1 <= to)))
}

const [a, b, c] = [turn('a'), toolTurn('b'), turn('c')]

describe('history that was stored again', () => {
  it('of an agent that appends its whole state each time', () => {
    const list = [...a, ...a, ...b, ...a, ...b, ...c]
    expect(findRepeats(stored(list))).toEqual({
      repeats: [
        { from: 3, to: 4, ofSeq: 1, turns: 1 },
        { from: 10, to: 16, ofSeq: 1, turns: 2 },
      ],
      certainty: 'likely',
    })
    expect(repaired(list)).toEqual(hashes([...a, ...b, ...c]))
  })

  it('also where what it loads holds the repeats already', () => {
    const once = [...a, ...a, ...b]
    expect(repaired([...once, ...once, ...c])).toEqual(hashes([...a, ...b, ...c]))
  })

  it('also where a window cut what it loads in the middle of a turn, and where its turn is still open', () => {
    const windowed = [...a, ...b, ...b.slice(2), ...c]
    expect(findRepeats(stored(windowed)).repeats, 'no whole turn stands twice').toEqual([])
    const longer = [...a, ...b, ...c, ...b.slice(2), ...c, ...turn('d')]
    expect(findRepeats(stored(longer)).repeats).toEqual([{ from: 10, to: 14, ofSeq: 5, turns: 1 }])
    const open = [...a, said('user', 'b'), ...a, ...b]
    expect(repaired(open)).toEqual(hashes([...a, ...b]))
    const { repeats } = findRepeats(stored(open))
    expect(repeats, 'the open turn stays where it goes on').toEqual([{ from: 3, to: 5, ofSeq: 1, turns: 1 }])
  })

  it('T1: is at least one whole turn; the same word twice is none', () => {
    expect(findRepeats(stored([said('user', 'hello?'), said('user', 'hello?'), said('assistant', 'yes')]))).toEqual({
      repeats: [],
      certainty: null,
    })
    expect(findRepeats(stored([...a, said('assistant', 're a')])).repeats).toEqual([])
    expect(findRepeats([])).toEqual({ repeats: [], certainty: null })
  })

  it('is by position: a turn that comes again later is left alone', () => {
    expect(findRepeats(stored([...a, ...b, ...a])).repeats).toEqual([])
    expect(findRepeats(stored([...a, ...b, ...a, ...c, ...b])).repeats).toEqual([])
  })

  it('says how sure it is', () => {
    expect(findRepeats(stored([...a, ...a])).certainty).toBe('possible')
    expect(findRepeats(stored([...a, ...b, ...a, ...b])).certainty).toBe('likely')
    const three = [...a, ...b, ...c]
    expect(findRepeats(stored([...three, ...three])).certainty).toBe('sure')
  })

  it('is found in 100,000 messages, and in 20,000 that are all the same', () => {
    const history = Array.from({ length: 25_000 }, (_, place) => turn(`${place}`)).flat()
    const { repeats, certainty } = findRepeats(stored([...history, ...history]))
    expect(repeats).toEqual([{ from: 50_001, to: 100_000, ofSeq: 1, turns: 25_000 }])
    expect(certainty).toBe('sure')
    const same = Array.from({ length: 10_000 }, () => a).flat()
    expect(findRepeats(stored(same)).repeats.length).toBeGreaterThan(0)
  })
})

/** Turns of which each has an answer of its own; users and tools may say the same again. */
const conversation = fc
  .array(fc.record({ word: fc.constantFrom('yes', 'no', 'and?'), tools: fc.nat(2) }), { minLength: 1, maxLength: 12 })
  .map((turns) =>
    turns.map(({ word, tools }, place) => [
      said('user', word),
      ...Array.from({ length: tools }, (_, tool) => [
        said('assistant', 'call', [`call-${tool}`]),
        said('tool', `call-${tool}`),
      ]).flat(),
      said('assistant', `answer ${place}`),
    ]),
  )

describe('a conversation without repeats', () => {
  it('yields nothing', () => {
    fc.assert(
      fc.property(conversation, (turns) => {
        expect(findRepeats(stored(turns.flat())).repeats).toEqual([])
      }),
    )
  })

  it('is what is left when its history was stored again, after any turns, from any turn on, once or often', () => {
    const again = fc.array(fc.record({ after: fc.nat(11), from: fc.nat(11), times: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(conversation, again, (turns, replays) => {
        const list: Said[] = []
        turns.forEach((one, place) => {
          list.push(...one)
          for (const { after, from, times } of replays) {
            if (after % turns.length !== place) continue
            for (let time = 0; time < times; time += 1) list.push(...turns.slice(from % (place + 1), place + 1).flat())
          }
        })
        expect(repaired(list)).toEqual(hashes(turns.flat()))
      }),
    )
  })

  it('is what is left when all that was stored was stored again before each turn', () => {
    fc.assert(
      fc.property(conversation, fc.integer({ min: 1, max: 6 }), (turns, most) => {
        const list: Said[] = []
        turns.forEach((one, place) => {
          if (place < most) list.push(...list)
          list.push(...one)
        })
        expect(repaired(list)).toEqual(hashes(turns.flat()))
      }),
    )
  })

  it('keeps whole turns: what is left ends as the thread does', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...a, ...b, ...c), { maxLength: 40 }), (list) => {
        const { repeats } = findRepeats(stored(list))
        for (const { from, to, turns } of repeats) {
          const part = list.slice(from - 1, to)
          expect(part.filter(endsTurnOf).length).toBeGreaterThanOrEqual(turns)
          expect(turns).toBeGreaterThan(0)
        }
        expect(repaired(list).at(-1)).toEqual(hashes(list).at(-1))
      }),
    )
  })
})
