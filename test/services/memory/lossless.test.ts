import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../support/database'
import { callerOn, freshScope, processOn, textsOf, writerOf } from '../../support/memory-caller'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

describe('M2: a message comes back as the very text that was sent', () => {
  const texts = [
    '{"role":"user","id":"keys","content":"x","zeta":1,"alpha":2,"10":"ten","2":"two"}',
    '{"role":"user","id":"twice","content":"first","x":1,"x":2}',
    '{"role":"user","id":"big","content":"n","n":12345678901234567890,"f":1.0,"e":1e400}',
    '{"role":"user","id":"nul","content":"a\\u0000b \\ud800 \\uDFFF \\ud83d\\ude00 😀"}',
    '{ "role" : "assistant" , "id":"space",\n\t"content" : null , "toolCalls" : [ ] }',
    '{"role":"user","id":"empty","content":""}',
    '{"role":"user","id":"absent"}',
    '{"role":"assistant","id":"proto","content":"p","__proto__":{"a":1},"constructor":null}',
    '{"role":"assistant","id":"call","content":null,"reasoning":"because","toolCalls":[{"id":"c","name":"look","arguments":"{\\"a\\": 1}","extra":[1]}]}',
    '{"role":"tool","id":"result","toolCallId":"c","content":[{"type":"text","text":"ok"},{"type":"image","data":"AAAA"}]}',
    '{"role":"assistant","id":"end","content":"done"}',
  ]

  it('M2: through memory.write and messages.list, memory.entries and memory.read', async () => {
    const scope = freshScope()
    const written = await writerOf(context, texts)({ sessionId: 's', scope, tags: { of: 'texts' } })
    expect(written.messages.map(({ id }) => id)).toEqual(texts.map((text) => JSON.parse(text).id))

    const loci = callerOn(context)
    const list = await loci.messages.list({ threadId: 's', scope })
    expect(textsOf(list.items.map(({ message }) => message))).toEqual(texts)
    const entries = await loci.memory.entries({ sessionId: 's', scope })
    expect(textsOf(entries.items[0]?.messages ?? [])).toEqual(texts)
    const read = await loci.memory.read({ sessionId: 's', scope })
    const isShown = (text: string) => !/"id":"(space|empty|absent)"/.test(text)
    expect(textsOf(read.messages)).toEqual(texts.filter(isShown))
    const tagged = await loci.memory.read({ sessionId: 's', scope, tags: { of: 'texts' } })
    expect(textsOf(tagged.messages)).toEqual(texts.filter(isShown))
  })

  it('M2: a message without an id gets one, and nothing else of it changes', async () => {
    const scope = freshScope()
    const bare = [
      '{"role":"user","content":"a"}',
      '{"role":"user","id":null,"content":"b"}',
      '{"id":" ","role":"user"}',
    ]
    const written = await writerOf(context, bare)({ sessionId: 's', scope })
    const [a, b, c] = written.messages.map(({ id }) => id)
    const list = await callerOn(context).messages.list({ threadId: 's', scope })
    expect(textsOf(list.items.map(({ message }) => message))).toEqual([
      `{"id":"${a}","role":"user","content":"a"}`,
      `{"role":"user","id":"${b}","content":"b"}`,
      `{"id":"${c}","role":"user"}`,
    ])
  })

  it('M2: an unanswered call is served as a copy without its calls, everything else of it as sent', async () => {
    const scope = freshScope()
    const call =
      '{"zz":1,"role":"assistant","id":"c","content":"wait","toolCalls":[{"id":"x","name":"n","arguments":{}}],"2":2}'
    await writerOf(context, ['{"role":"user","id":"u","content":"q"}', call])({ sessionId: 's', scope })
    const read = await callerOn(context).memory.read({ sessionId: 's', scope })
    expect(textsOf(read.messages)).toEqual([
      '{"role":"user","id":"u","content":"q"}',
      '{"zz":1,"role":"assistant","id":"c","content":"wait","2":2}',
    ])
  })

  it('M1: instructions are neither stored nor compared, and said to be skipped', async () => {
    const scope = freshScope()
    const loci = callerOn(context)
    const written = await loci.memory.write({
      sessionId: 's',
      scope,
      messages: [
        { role: 'system', content: 'be kind' },
        { role: 'user', content: 'q' },
        { role: 'developer', content: 'be short' },
        { role: 'assistant', content: 'a' },
      ],
    })
    expect(written).toMatchObject({ appended: 2, skippedSystem: 2 })
    expect((await loci.messages.list({ threadId: 's', scope })).items).toHaveLength(2)
  })

  it('refuses JSON that is nested too deeply, and an id that cannot be one', async () => {
    const scope = freshScope()
    const deep = `{"role":"user","content":"d","x":${'['.repeat(40)}${']'.repeat(40)}}`
    await expect(writerOf(context, [deep])({ sessionId: 's', scope })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const long = JSON.stringify({ role: 'user', content: 'x', id: 'i'.repeat(1_025) })
    await expect(writerOf(context, [long])({ sessionId: 's', scope })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
