import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginCase, expectWhole } from '../support/case-session'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, calls, processOn, result, user } from '../support/memory-caller'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())
const begin = () => beginCase(context)

describe('limits and exchanges', () => {
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
