import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparedMessage, type ComparedRun, compareMessages } from '../../memory/compare'
import { increasingRun } from '../../memory/increasing-run'

/** `a` has the id and the content a; `a=x` the id a and the content x. */
const list = (text: string): ComparedMessage[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [id = '', hash = id] = word.split('=')
      return { id, hash }
    })
const told = (left: string, right: string) =>
  compareMessages(list(left), list(right)).map((run) => `${run.kind} ${run.count} at ${run.left}/${run.right}`)

describe('two threads side by side', () => {
  it.each([
    ['a b c', 'a b c', ['same 3 at 0/0']],
    ['', '', []],
    ['a b', '', ['dropped 2 at 0/0']],
    ['', 'a b', ['added 2 at 0/0']],
    ['a b c', 'a b', ['same 2 at 0/0', 'dropped 1 at 2/2']],
    ['a b c d', 'a b x y', ['same 2 at 0/0', 'dropped 2 at 2/2', 'added 2 at 4/2']],
    ['a b c d', 'a d', ['same 1 at 0/0', 'dropped 2 at 1/1', 'same 1 at 3/1']],
    ['a b c', 'a b=x c', ['same 1 at 0/0', 'changed 1 at 1/1', 'same 1 at 2/2']],
    ['a b c', 'b a c', ['dropped 1 at 0/0', 'same 1 at 1/0', 'added 1 at 2/1', 'same 1 at 2/2']],
  ])('%s and %s', (left, right, runs) => expect(told(left, right)).toEqual(runs))

  it('M4: without common ids, by content', () => {
    expect(told('1=hi 2=ok 3=bye', '7=hi 8=new 9=bye')).toEqual([
      'same 1 at 0/0',
      'dropped 1 at 1/1',
      'added 1 at 2/1',
      'same 1 at 2/2',
    ])
    expect(told('1=a 2=b 3=c 4=d', '5=x 6=b 7=y 8=d 9=z')).toEqual([
      'dropped 1 at 0/0',
      'added 1 at 1/0',
      'same 1 at 1/1',
      'dropped 1 at 2/2',
      'added 1 at 3/2',
      'same 1 at 3/3',
      'added 1 at 4/4',
    ])
  })

  it('equal messages in a row stay apart by their ids', () => {
    expect(told('1=ok 2=ok 3=ok', '1=ok 3=ok')).toEqual(['same 1 at 0/0', 'dropped 1 at 1/1', 'same 1 at 2/1'])
  })

  it('two times 10,000 messages in a moment', () => {
    const left = Array.from({ length: 10_000 }, (_, place) => ({ id: `${place}`, hash: `${place}` }))
    const right = left
      .filter((_, place) => place % 3 !== 0)
      .map((message) => ({ ...message, hash: `${message.hash}!` }))
    const runs = compareMessages(left, right)
    expect(runs.reduce((sum, { kind, count }) => sum + (kind === 'changed' ? count : 0), 0)).toBe(6_666)
  })
})

const message = fc.record({ id: fc.constantFrom(...'abcdefgh'), hash: fc.constantFrom(...'xyz') })
const thread = fc.uniqueArray(message, { selector: ({ id }) => id })

describe('any two threads', () => {
  it('are covered whole, in order, by runs that say the truth', () => {
    fc.assert(
      fc.property(thread, thread, (left, right) => {
        const runs = compareMessages(left, right)
        let [at, other] = [0, 0]
        for (const run of runs) {
          expect([run.left, run.right]).toEqual([at, other])
          expect(run.count).toBeGreaterThan(0)
          for (let step = 0; step < run.count; step += 1) expectTrue(run, left[at + step], right[other + step])
          if (run.kind !== 'added') at += run.count
          if (run.kind !== 'dropped') other += run.count
        }
        expect([at, other]).toEqual([left.length, right.length])
      }),
    )
  })

  it('a thread and its fork: all that the fork took is the same', () => {
    fc.assert(
      fc.property(thread, fc.infiniteStream(fc.boolean()), (left, taken) => {
        const right = left.filter(() => taken.next().value)
        const runs = compareMessages(left, right)
        expect(runs.every(({ kind }) => kind === 'same' || kind === 'dropped')).toBe(true)
        const same = runs.reduce((sum, { kind, count }) => sum + (kind === 'same' ? count : 0), 0)
        expect(same).toBe(right.length)
      }),
    )
  })
})

function expectTrue({ kind }: ComparedRun, left: ComparedMessage | undefined, right: ComparedMessage | undefined) {
  if (kind === 'same') expect(left?.hash).toBe(right?.hash)
  if (kind === 'changed') {
    expect(left?.id).toBe(right?.id)
    expect(left?.hash).not.toBe(right?.hash)
  }
}

describe('a longest increasing part', () => {
  it('is increasing, and none is longer', () => {
    expect(increasingRun([3, 1, 2, 0, 4])).toEqual([1, 2, 4])
    expect(increasingRun([])).toEqual([])
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 9 }), (values) => {
        const run = increasingRun(values).map((index) => values[index] ?? 0)
        expect(run.every((value, place) => place === 0 || value > (run[place - 1] ?? 0))).toBe(true)
        const longest = (from: number, least: number): number =>
          from === values.length
            ? 0
            : Math.max(
                longest(from + 1, least),
                (values[from] ?? 0) > least ? 1 + longest(from + 1, values[from] ?? 0) : 0,
              )
        expect(run.length).toBe(longest(0, -1))
      }),
    )
  })
})
