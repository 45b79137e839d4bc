import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginCase } from '../support/case-session'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, processOn, textsOf, user, writerOf } from '../support/memory-caller'
import { ownerQuery } from '../support/owner-query'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())
const begin = () => beginCase(context)

describe('order and texts', () => {
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
})
