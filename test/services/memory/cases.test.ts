import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../support/database'
import {
  assistant,
  callerOn,
  calls,
  freshSession,
  processOn,
  result,
  textsOf,
  user,
  writerOf,
} from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

const system = (content: string) => ({ role: 'system' as const, content })

/** A session with what is stored of it in order. */
function begin() {
  const own = freshSession(context)
  const stored = async () => {
    const { items } = await callerOn(context).messages.list({ threadId: 's', scope: own.session.scope, limit: 200 })
    return items.map(({ message }) => JSON.parse(JSON.stringify(message)))
  }
  const contents = async () => (await stored()).map(({ content }) => content)
  return { ...own, stored, contents, write: (messages: object[], more = {}) => own.write(messages as never, more) }
}

/** All results have their calls in the list, and all calls their results. */
function expectWhole(messages: readonly object[]) {
  const open = new Map<string, number>()
  for (const message of messages as { toolCalls?: { id: string }[]; toolCallId?: string }[]) {
    for (const { id } of message.toolCalls ?? []) open.set(id, (open.get(id) ?? 0) + 1)
    if (message.toolCallId === undefined) continue
    expect(open.get(message.toolCallId)).toBeGreaterThan(0)
    open.set(message.toolCallId, (open.get(message.toolCallId) ?? 0) - 1)
  }
  expect([...open.values()].every((count) => count === 0)).toBe(true)
}

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

describe('order, texts and tools', () => {
  it('B040, B044: neither clocks nor ids order messages', async () => {
    const { write, contents, session, read } = begin()
    await write([user('1', { id: 'zz-ffff' }), assistant('2'), user('3', { id: 'aa-0000' }), assistant('4')])
    await ownerQuery(database, `update message set created_at = now() - seq * interval '1 day' where tenant = $1`, [
      session.scope.tenant,
    ])
    expect(await contents()).toEqual(['1', '2', '3', '4'])
    expect((await read()).messages.map(({ content }) => content)).toEqual(['1', '2', '3', '4'])
  })

  it('B050, B052: NUL and lone surrogates come back, in content, reasoning, arguments and their keys', async () => {
    const texts = [
      '{"id":"1","role":"user","content":"tail of log: \\u0000\\u0000 end \\\\u0000 \\ud83d"}',
      '{"id":"2","role":"assistant","content":"","reasoning":"saw \\u0000","toolCalls":[{"id":"n\\u00001\\udc00","name":"cat","arguments":{"p":"a\\u0000b","k\\u0000ey":"v\\ud83d"}}]}',
      '{"id":"3","role":"tool","toolCallId":"n\\u00001\\udc00","content":"bin\\u0000ary \\udc00"}',
      '{"id":"4","role":"assistant","content":"ok 🙂"}',
    ]
    const { session, read } = begin()
    await writerOf(context, texts)(session)
    expect(textsOf((await callerOn(context).memory.read(session)).messages)).toEqual(texts)
    const [line] = await ownerQuery<{ first_line: string }>(
      database,
      'select first_line from thread where tenant = $1',
      [session.scope.tenant],
    )
    expect(line?.first_line).toContain('tail of log')
    const run = await read()
    expect(await callerOn(context).memory.write({ ...session, messages: run.messages })).toMatchObject({
      appended: 0,
      matched: 4,
    })
  })

  it('B053: a preview never ends in half a character', async () => {
    for (let length = 190; length <= 202; length += 1) {
      const { write, session } = begin()
      await write([user(`${'a'.repeat(length)}🚀 lift off`)])
      const [row] = await ownerQuery<{ first_line: string }>(
        database,
        'select first_line from thread where tenant = $1',
        [session.scope.tenant],
      )
      expect(row?.first_line.isWellFormed()).toBe(true)
      expect([...(row?.first_line ?? '')].length).toBeLessThanOrEqual(200)
      expect(row?.first_line).not.toContain('\ufffd')
    }
  })

  it('B016: limits below zero, in fractions or as text are refused', async () => {
    const { session } = begin()
    const bad = [
      { strategy: 'buffer', lastMessages: -5 },
      { strategy: 'buffer', maxTokens: -1 },
      { strategy: 'sliding-window', maxTurns: 1.5 },
      { strategy: 'buffer', maxMessages: '4' },
    ]
    for (const window of bad) {
      const read = callerOn(context).memory.read({ ...session, window: window as never })
      await expect(read).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    await expect(callerOn(context).memory.read({ ...session, limit: -1 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it('B022, B023, B061: parallel results stay in the order in which they came', async () => {
    const { write, read, stored } = begin()
    const turn = [
      user('x'),
      { role: 'assistant', toolCalls: calls('k1', 'k2').toolCalls },
      result('k2', 'second first'),
      result('k1', 'first last'),
      assistant('ok'),
    ]
    await write(turn)
    expect((await stored()).map(({ toolCallId = null }) => toolCallId)).toEqual([null, null, 'k2', 'k1', null])
    expect((await read()).messages).toEqual(await stored())
    expect((await read()).messages).toEqual((await read()).messages)
  })

  it('B025: an unanswered call is stored, and served without its calls', async () => {
    const { write, read, stored } = begin()
    await write([user('open the safe'), { ...calls('e1'), content: 'trying' }])
    expectWhole((await read()).messages)
    await write([user('hello?'), assistant('Sorry, that failed')], { mode: 'append' })
    const { messages } = await read()
    expectWhole(messages)
    expect(messages.map(({ content }) => content)).toEqual(['open the safe', 'trying', 'hello?', 'Sorry, that failed'])
    expect((await stored())[1].toolCalls).toHaveLength(1)
  })

  it('B026: a late result is placed with its call', async () => {
    const { write, read } = begin()
    await write([user('go'), calls('x1')], { runId: 'r1' })
    await write([user('are you there?'), result('x1', 'late'), calls('x2'), result('x2'), assistant('done')], {
      mode: 'append',
      runId: 'r2',
    })
    const { messages } = await read()
    expectWhole(messages)
    expect(messages.map(({ content }) => content)).toEqual([
      'go',
      null,
      'late',
      'are you there?',
      null,
      'result of x2',
      'done',
    ])
  })
})

describe('at the same time', () => {
  it('B080: two runs on one state are both stored whole, round after round', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { write, contents } = begin()
      const base = [user('base'), assistant('ok')]
      await write(base)
      const answers = await Promise.all(
        ['A', 'B'].map((run) =>
          write([...base, user(`from ${run}`), assistant(`r${run}`)], { runId: run }).catch(
            (error: { code: string }) => error.code,
          ),
        ),
      )
      const acknowledged = answers.filter((answer) => typeof answer !== 'string')
      expect(answers.filter((answer) => typeof answer === 'string' && answer !== 'CONFLICT')).toEqual([])
      const all = await contents()
      expect(all).toHaveLength(2 + 2 * acknowledged.length)
      for (const run of ['A', 'B']) {
        const place = all.indexOf(`from ${run}`)
        if (place !== -1) expect(all[place + 1]).toBe(`r${run}`)
      }
    }
  })

  it('B082: eight first writes make one thread with all of them', async () => {
    const { write, session, contents } = begin()
    await Promise.all(
      Array.from({ length: 8 }, (_, run) =>
        write([user(`n${run}`), assistant(`r${run}`)], { runId: `n${run}`, mode: 'append' }),
      ),
    )
    expect(await contents()).toHaveLength(16)
    expect(await ownerQuery(database, 'select 1 from thread where tenant = $1', [session.scope.tenant])).toHaveLength(1)
  })

  it('B085: a write after the delete starts a new thread with exactly what it sent', async () => {
    const { write, session, contents } = begin()
    const first = [user('And the parking bay?'), assistant('Bay 4 is free too')]
    const before = await write(first, { metadata: { old: true } })
    await callerOn(context).memory.clear(session)
    const after = await write([...first, user('late'), assistant('yes')])
    expect(after).toMatchObject({ appended: 4, thread: { messageCount: 4 } })
    expect(after.thread?.uid).not.toBe(before.thread?.uid)
    expect(await contents()).toHaveLength(4)
    const [row] = await ownerQuery<{ metadata: string }>(database, 'select metadata from thread where uid = $1', [
      after.thread?.uid,
    ])
    expect(row?.metadata).toBe('{}')
  })

  it('B149: what was written before an acknowledged clear is gone, what comes later is whole', async () => {
    const { write, session, contents } = begin()
    await write([user('a'), assistant('b')])
    const writes = Array.from({ length: 8 }, (_, run) =>
      write([user(`a${run}`), assistant(`b${run}`)], { mode: 'append' }),
    )
    await callerOn(context).memory.clear(session)
    // Not found where nothing has been written since.
    expect(await contents().catch(() => [])).not.toContain('a')
    await Promise.all(writes)
    const all = await contents().catch(() => [])
    expect(all.length % 2).toBe(0)
    for (const [index, content] of all.entries())
      if (index % 2 === 0) expect(all[index + 1]).toBe(String(content).replace('a', 'b'))
  })
})
