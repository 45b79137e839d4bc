import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginCase, expectWhole } from '../support/case-session'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, calls, processOn, result, user, writerOf } from '../support/memory-caller'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())
const begin = () => beginCase(context)

const system = (content: string) => ({ role: 'system' as const, content })

describe('whole states that are handed over again', () => {
  it('B028: what follows the known beginning is new, equal or not', async () => {
    const { write, contents } = begin()
    const first = [user('My code is 77'), assistant('noted')]
    const second = [...first, user('My code is 77'), user('What is my code?'), assistant('77')]
    await write(first)
    expect(await write(second)).toMatchObject({ appended: 3, matched: 2 })
    expect(await write(second)).toMatchObject({ appended: 0, matched: 5 })
    expect(await contents()).toHaveLength(5)
  })

  it('B029: by position, never by content: four times yes is four messages', async () => {
    const { write, contents } = begin()
    const first = [
      user('Delete file A?'),
      user('yes'),
      assistant('A deleted. Delete B too?'),
      user('yes'),
      assistant('B deleted'),
    ]
    await write(first)
    await write([...first, user('yes'), user('yes'), assistant('ok')])
    const all = await contents()
    expect(all).toHaveLength(8)
    expect(all.filter((content) => content === 'yes')).toHaveLength(4)
  })

  it('B031: a known id is known in its own thread only', async () => {
    const { write, stored, session } = begin()
    const first: { id?: unknown; role: string; content: unknown }[] = [
      user('plan', { id: 'm1' }),
      { ...calls('t1'), id: 'm2' },
      { ...result('t1'), id: 'm3' },
      assistant('Done', { id: 'm4' }),
    ]
    await write(first)
    await write([
      ...first.map(({ id, role, content }) => ({
        id,
        role,
        content,
        ...(role === 'tool' ? { toolCallId: 't1' } : {}),
      })),
      user('go', { id: 'm5' }),
    ])
    expect((await stored()).map(({ id }) => id)).toEqual(['m1', 'm2', 'm3', 'm4', 'm5'])
    expect((await stored())[1].toolCalls).toHaveLength(1)
    const other = await callerOn(context).memory.write({
      sessionId: 's2',
      scope: session.scope,
      messages: [user('plan', { id: 'm1' })],
    })
    expect(other).toMatchObject({ appended: 1, thread: { messageCount: 1 } })
    expect(await stored()).toHaveLength(5)
  })

  it('B032, B038: instructions that changed, came or went are no messages', async () => {
    const { write, read, contents } = begin()
    await write([system('v1'), user('a'), assistant('b')])
    await write([system('v2'), user('a'), system('note'), assistant('b'), user('c'), assistant('d')])
    await write([user('a'), assistant('b'), user('c'), assistant('d'), system('end')])
    expect(await contents()).toEqual(['a', 'b', 'c', 'd'])
    expect((await read()).window).toMatchObject({ totalMessages: 4, messages: 4 })
  })

  it('B034: step by step, each time with all it has', async () => {
    const { write, contents } = begin()
    const state = [user('step by step')]
    await write(state)
    await write([...state, assistant('one')])
    await write([...state, assistant('one'), assistant('two')])
    expect(await contents()).toEqual(['step by step', 'one', 'two'])
  })

  it('B035: a write that failed left nothing, and its retry completes it', async () => {
    const { write, contents } = begin()
    const first = [user('first'), assistant('ok')]
    await write(first)
    await expect(write([...first, user('second', { id: 'x' }), user('bad', { id: 'x' })])).rejects.toThrow()
    expect(await contents()).toEqual(['first', 'ok'])
    await write([...first, user('second'), assistant('answer')])
    expect(await contents()).toEqual(['first', 'ok', 'second', 'answer'])
  })

  it('B059: null, absent and "" are one content, so nothing is doubled', async () => {
    const { write, stored } = begin()
    const call = { role: 'assistant', toolCalls: [{ id: 'n', name: 'f', arguments: {} }] }
    await write([user('x'), { ...call, content: null }, result('n', ''), assistant('y')])
    await write([user('x'), { ...call, content: '' }, result('n', ''), assistant('y'), user('z'), assistant('w')])
    expect(await stored()).toHaveLength(6)
    expect((await stored())[1].content).toBeNull()
  })

  it('B055: arguments are the same as text or as an object, in any order of their keys', async () => {
    const text =
      '{"role":"assistant","content":"","toolCalls":[{"id":"j1","name":"f","arguments":"{\\"yak\\":1,\\"crab\\":{\\"y\\":1,\\"b\\":2},\\"10\\":\\"ten\\",\\"2\\":\\"two\\"}"}]}'
    const { session, stored, write } = begin()
    await writerOf(context, ['{"role":"user","content":"go"}', text])(session)
    const object = { id: 'j1', name: 'f', arguments: { '2': 'two', crab: { b: 2, y: 1 }, '10': 'ten', yak: 1 } }
    expect(
      await write([user('go'), { role: 'assistant', content: null, toolCalls: [object] }, result('j1')]),
    ).toMatchObject({ appended: 1, matched: 2 })
    expect((await stored())[1].toolCalls[0].arguments).toBe(JSON.parse(text).toolCalls[0].arguments)
  })

  it('B143: a window from mid-thread is read, prepended and written back again and again', async () => {
    const { write, read, stored } = begin()
    for (let index = 0; index < 5; index += 1)
      await write([user(`m${2 * index}`), assistant(`m${2 * index + 1}`)], { mode: 'append' })
    const turns = [
      [user('n1'), assistant('n2')],
      [user('n3'), calls('t'), result('t'), assistant('n4')],
      [user('n5'), assistant('n6')],
    ]
    for (const turn of turns) {
      const run = await read({ limit: 4 })
      expectWhole(run.messages)
      expect(await write([...run.messages, ...turn], { readId: run.readId })).toMatchObject({ appended: turn.length })
    }
    expect(await stored()).toHaveLength(18)
    for (const turn of turns) {
      const run = await read({ limit: 4 })
      const bare = run.messages.map(({ id: _id, ...message }) => message)
      expect(await write([...bare, ...turn])).toMatchObject({ appended: turn.length, matched: bare.length })
    }
    expect(await stored()).toHaveLength(26)
  })

  it('B127: only what is new need be sent', async () => {
    const { write } = begin()
    const text = 'word '.repeat(300)
    await write(Array.from({ length: 400 }, (_, index) => [user(`${text}${index}`), assistant(text)]).flat())
    const more = await write([user('one more'), assistant('ok')], { mode: 'append' })
    expect(more).toMatchObject({ appended: 2, thread: { messageCount: 802 } })
  })
})
