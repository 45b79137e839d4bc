import { describe, expect, it } from 'vitest'
import { resultWithoutCall } from '../../memory/reconcile'
import { answer, ask, call, handedList, incomingOf, keyOf, reply, rules, TestThread } from './conversation-model'

describe('reconciling a write', () => {
  it('R2: stores a first state whole', () => {
    const thread = new TestThread()
    const { decision } = thread.write([ask('a'), answer('b')])
    expect(decision).toEqual({
      kind: 'append',
      append: [0, 1],
      firstNew: 0,
      matched: 0,
      skippedSystem: 0,
      conflicts: [],
    })
  })

  it('M1, R1 (B032): system messages anywhere are skipped and counted, changed or not', () => {
    const thread = new TestThread()
    thread.write([rules('v1'), ask('2+2?'), answer('4')])
    thread.write([rules('v2'), ask('2+2?'), answer('4'), ask('3+3?'), answer('6')])
    const state = [
      ask('2+2?'),
      answer('4'),
      rules('mid'),
      ask('3+3?'),
      answer('6'),
      ask('4+4?'),
      rules('x'),
      answer('8'),
    ]
    const { decision } = thread.write(state)
    expect(decision).toMatchObject({ append: [5, 7], firstNew: 5, matched: 4, skippedSystem: 2 })
    expect(thread.texts()).toEqual(['2+2?', '4', '3+3?', '6', '4+4?', '8'])
  })

  it('R2 (B028): only what follows the matched prefix is new, and the same write again adds nothing', () => {
    const thread = new TestThread([ask('My code is 77'), answer('noted')])
    const state = [ask('My code is 77'), answer('noted'), ask('My code is 77'), ask('What is my code?'), answer('77')]
    thread.write(state)
    thread.write(state)
    expect(thread.texts()).toEqual(['My code is 77', 'noted', 'My code is 77', 'What is my code?', '77'])
  })

  it('R2 (B029): equal messages in a row are all real', () => {
    const first = [
      ask('Delete file A?'),
      ask('yes'),
      answer('A deleted. Delete B too?'),
      ask('yes'),
      answer('B deleted'),
    ]
    const thread = new TestThread(first)
    thread.write([...first, ask('yes'), ask('yes'), answer('ok')])
    expect(thread.texts().filter((text) => text === 'yes')).toHaveLength(4)
    expect(thread.lines).toHaveLength(8)
  })

  it('R2 (B034, B035): a state that grows step by step, and a retry after a lost step', () => {
    const thread = new TestThread()
    thread.write([ask('step by step')])
    thread.write([ask('step by step'), answer('one')])
    thread.write([ask('step by step'), answer('one'), answer('two')])
    thread.write([ask('step by step'), answer('one'), answer('two'), ask('three')])
    thread.write([ask('step by step'), answer('one'), answer('two'), ask('three'), answer('four')])
    expect(thread.texts()).toEqual(['step by step', 'one', 'two', 'three', 'four'])
  })

  it('R2 a (B031): known ids match by id, also where messages between them are missing', () => {
    const thread = new TestThread([
      ask('plan', 'm1'),
      { ...call('t1'), id: 'm2' },
      reply('t1', '3 steps'),
      answer('Done', 'm4'),
    ])
    const { decision } = thread.write([ask('plan', 'm1'), answer('Done', 'm4'), ask('more', 'm5')])
    expect(decision).toMatchObject({ kind: 'append', append: [2], matched: 2, conflicts: [] })
    expect(thread.lines.map((line) => line.id)).toEqual(['m1', 'm2', 'stored-3', 'm4', 'm5'])
  })

  it('R2 a (B044): an unknown id counts as absent, and messages without ids follow the known ones by content', () => {
    const thread = new TestThread([ask('old', 'zz-ffff'), answer('r1')])
    const { decision } = thread.write([ask('old', 'zz-ffff'), answer('r1'), ask('new', 'aa-0000'), answer('r2')])
    expect(decision).toMatchObject({ append: [2, 3], matched: 2 })
    const again = thread.decide([ask('old', 'other'), answer('r1'), ask('new'), answer('r2'), ask('x')])
    expect(again).toMatchObject({ append: [4], matched: 4 })
  })

  it('R3: a known id with other content is reported, and the stored message stays', () => {
    const thread = new TestThread([ask('plan', 'm1'), answer('a', 'm2')])
    const { decision } = thread.write([ask('PLAN', 'm1'), answer('a', 'm2'), ask('more')])
    expect(decision).toMatchObject({
      append: [2],
      matched: 2,
      conflicts: [{ index: 0, seq: 1, reason: 'content-differs' }],
    })
    expect(thread.texts()).toEqual(['plan', 'a', 'more'])
  })

  it('R2 a: known ids in delivery order, a late result before a message that is older', () => {
    const thread = new TestThread([
      ask('q', '1'),
      { ...call('c'), id: '2' },
      ask('?', '3'),
      { ...reply('c', 'r'), id: '4' },
    ])
    const state = [0, 1, 3, 2].flatMap((index) => thread.lines[index] ?? [])
    expect(thread.decide([...state, answer('ok')])).toMatchObject({ append: [4], matched: 4, conflicts: [] })
  })

  it('R2 a: after known ids in delivery order the list goes on behind the newest of them', () => {
    const thread = new TestThread([
      ask('q'),
      call('c'),
      ask('?'),
      reply('c', 'r'),
      answer('ok'),
      ask('q6'),
      answer('a7'),
    ])
    const known = [0, 1, 3, 2].flatMap((index) => thread.lines[index] ?? [])
    const decision = thread.decide([...known, answer('ok'), ask('q6'), answer('a7')])
    expect(decision).toMatchObject({ kind: 'append', append: [], matched: 7, conflicts: [] })
  })

  it('R2 a: what stands among known messages without being one is reported and not stored', () => {
    const thread = new TestThread([ask('a', '1'), answer('b', '2'), ask('c', '3'), answer('d', '4')])
    const state = [ask('a', '1'), ask('a note the agent put in'), answer('d', '4'), ask('new')]
    expect(thread.decide(state)).toMatchObject({ append: [3], conflicts: [{ index: 1, reason: 'not-stored' }] })
  })

  it('R6: agreement with the thread that breaks off after known ids is a conflict', () => {
    const thread = new TestThread([ask('base', '1'), answer('ok', '2'), ask('yes'), answer('from B')])
    const state = [ask('base', '1'), answer('ok', '2'), ask('yes'), answer('from A')]
    expect(thread.decide(state)).toEqual({ kind: 'conflict', reason: 'diverged', index: 3 })
    expect(thread.decide(state, handedList([1, 2]))).toMatchObject({ kind: 'append', append: [2, 3], matched: 2 })
  })

  it('M3: two new messages with one id are a conflict; a stored one named twice is stored once', () => {
    const thread = new TestThread([ask('a', '1'), answer('b', '2')])
    expect(thread.decide([rules('s'), ask('c', 'x'), answer('d', 'x')])).toEqual({
      kind: 'conflict',
      reason: 'repeated-id',
      index: 2,
    })
    expect(thread.decide([ask('a', '1'), ask('a', '1'), answer('b', '2'), ask('c')])).toMatchObject({
      append: [3],
      conflicts: [{ index: 1, seq: 1, reason: 'repeated-id' }],
    })
    expect(thread.decide([ask('a', '1'), answer('b', '2'), ask('c'), ask('a', '1')])).toMatchObject({
      kind: 'conflict',
      reason: 'repeated-id',
      index: 3,
    })
  })

  it('R2 b (B143): a window in front, then what the run has stored since', () => {
    const thread = new TestThread(Array.from({ length: 10 }, (_, i) => (i % 2 ? answer(`m${i}`) : ask(`m${i}`))))
    const window = thread.lines.slice(6).map(({ id: _id, ...line }) => line)
    const handed = (since: number[] = []) => handedList([7, 8, 9, 10], since)
    const { seqs } = thread.write([...window, ask('n1')], handed())
    expect(seqs).toEqual([11])
    thread.write([...window, ask('n1'), call('t'), reply('t', 'r'), answer('n4')], handed(seqs))
    expect(thread.lines).toHaveLength(14)
    thread.write([ask('n5'), answer('n6')], handedList([]))
    expect(thread.texts().slice(10)).toEqual(['n1', '', 'r', 'n4', 'n5', 'n6'])
  })

  it('R2 b: only the end of what was handed out, and only the run’s own messages', () => {
    const thread = new TestThread([ask('a'), answer('b'), ask('c'), answer('d'), ask('e')])
    expect(thread.decide([ask('c'), answer('d'), ask('e'), answer('f')], handedList([1, 2, 3, 4], [5]))).toMatchObject({
      append: [3],
      matched: 3,
    })
    expect(thread.decide([ask('e'), answer('f')], handedList([1, 2, 3, 4], [5]))).toMatchObject({
      append: [1],
      matched: 1,
    })
  })

  it('R2 b: another run that has written since is no obstacle', () => {
    const thread = new TestThread([ask('a'), answer('b'), ask('other'), answer('run')])
    const state = [ask('a'), answer('b'), ask('other'), answer('mine')]
    expect(thread.decide(state, handedList([1, 2]))).toMatchObject({ append: [2, 3], matched: 2 })
  })

  it('R2 b: an empty window proves that everything is new', () => {
    const thread = new TestThread([ask('hi'), answer('hello')])
    expect(thread.decide([ask('hi'), answer('hello')], handedList([]))).toMatchObject({ append: [0, 1], matched: 0 })
    expect(thread.decide([ask('hi'), answer('hello')])).toMatchObject({ append: [], matched: 2 })
  })

  it('R2 b: a copy that was handed out without its calls is recognised', () => {
    const thread = new TestThread([ask('open'), { ...call('e1'), text: 'trying' }])
    const copy = answer('trying')
    const handed = { messages: [{ seq: 1 }, { seq: 2, key: keyOf(copy) }], since: [] }
    expect(thread.decide([ask('open'), copy, ask('hello?')], handed)).toMatchObject({ append: [2], matched: 2 })
  })

  it('R2 b (B144): with a read token altered history is history, reported where it differs', () => {
    const thread = new TestThread([ask('a'), call('c'), reply('c', 'a very long result'), answer('d')])
    const state = [ask('a'), call('c'), reply('c', 'cut'), answer('d'), ask('e')]
    expect(thread.decide(state, handedList([1, 2, 3, 4]))).toMatchObject({
      append: [4],
      matched: 3,
      conflicts: [{ index: 2, seq: 3, reason: 'content-differs' }],
    })
  })

  it('R2 b: examples that the agent puts in front of what it was handed are reported and not stored', () => {
    const thread = new TestThread([ask('0'), answer('1'), ask('a'), answer('b')])
    const state = [ask('example'), answer('example'), ask('a'), answer('b'), ask('c')]
    expect(thread.decide(state, handedList([3, 4]))).toMatchObject({
      append: [4],
      matched: 2,
      conflicts: [
        { index: 0, reason: 'not-stored' },
        { index: 1, reason: 'not-stored' },
      ],
    })
    const whole = [ask('0'), answer('1'), ask('a'), answer('b'), ask('c')]
    expect(thread.decide(whole, handedList([3, 4]))).toMatchObject({ append: [4], matched: 4, conflicts: [] })
  })

  it('R2 c: ends at the stored tail, else starts at seq 1', () => {
    const thread = new TestThread([ask('a'), answer('b'), ask('c'), answer('d')])
    expect(thread.decide([ask('c'), answer('d'), ask('e')])).toMatchObject({ append: [2], matched: 2 })
    expect(thread.decide([ask('a'), answer('b'), ask('x'), answer('y')])).toMatchObject({ append: [2, 3], matched: 2 })
    expect(thread.decide([ask('a'), answer('b')])).toMatchObject({ append: [], matched: 2, firstNew: 2 })
  })

  it('R2 c: a state that fits the tail and, longer, the beginning is a conflict', () => {
    const thread = new TestThread([ask('yes'), answer('A'), ask('yes')])
    expect(thread.decide([ask('yes'), answer('A'), ask('z')])).toEqual({
      kind: 'conflict',
      reason: 'ambiguous',
      index: 1,
    })
  })

  it('R2 d: a whole turn found only in mid-thread is a conflict, less than a turn is new', () => {
    const thread = new TestThread([ask('0'), answer('0'), ask('a'), answer('b'), ask('c'), answer('d')])
    expect(thread.decide([ask('a'), answer('b'), ask('x')])).toEqual({
      kind: 'conflict',
      reason: 'mid-thread',
      index: 0,
    })
    expect(thread.decide([ask('a'), answer('z')])).toMatchObject({ append: [0, 1], matched: 0 })
  })

  it('T2 (B026): a late result is new; a result whose turn has closed is a conflict', () => {
    const thread = new TestThread([ask('go'), call('x1')])
    const late = [reply('x1', 'late'), ask('next'), call('x2'), reply('x2', 'ok'), answer('fine')]
    expect(thread.decide(late)).toMatchObject({ kind: 'append', append: [0, 1, 2, 3, 4] })
    const closed = new TestThread([ask('go'), call('x1'), answer('gave up')])
    expect(closed.decide([rules('s'), reply('x1', 'late')])).toEqual({
      kind: 'conflict',
      reason: 'closed-turn',
      index: 1,
    })
  })

  it('T2: a result needs an open call of its own', () => {
    expect(resultWithoutCall(incomingOf([call('c'), reply('c', '1')]), [])).toBeUndefined()
    expect(resultWithoutCall(incomingOf([call('c'), reply('c', '1'), reply('c', '2')]), [])).toBe(2)
    expect(resultWithoutCall(incomingOf([reply('c', '1'), answer('x'), reply('d', '2')]), ['c', 'd'])).toBe(2)
    expect(resultWithoutCall(incomingOf([reply('c', '1')]), ['c'])).toBeUndefined()
  })

  it('W4: what is loaded goes with the state, not with the thread', () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => (i % 2 ? answer(`m${i}`) : ask(`m${i}`)))
    const thread = new TestThread(lines)
    thread.decide([ask('m4998'), answer('m4999'), ask('new')])
    expect(thread.loaded).toBeLessThan(10)
    thread.decide([{ ...ask('m4998'), id: 'stored-4999' }, answer('m4999'), ask('new')])
    expect(thread.loaded).toBeLessThan(10)
  })
})
