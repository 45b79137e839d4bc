import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvCell } from '../../server/services/exports/csv-line'
import { purgeExpired } from '../../server/services/threads/purge-threads'
import { callContext, keyOf } from '../support/call-context'
import { beginCase } from '../support/case-session'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, freshScope, onTheWire, processOn, user } from '../support/memory-caller'
import { ownerQuery } from '../support/owner-query'
import { storeSummary } from '../support/stored-summary'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())
const begin = () => beginCase(context)

const bay = [user('And the parking bay?'), assistant('Bay 4 is free too')]

/** What a caller is told of a refusal: code and text. */
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    (answer) => `answered: ${JSON.stringify(answer)}`,
    ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
  )

/** Everything that can be asked of the thread of an id. */
function questionsOf(scope: { tenant: string; subject: string }, threadId: string) {
  const { threads, messages, memory } = callerOn(context)
  const named = { threadId, scope }
  return {
    get: () => threads.get(named),
    update: () => threads.update({ ...named, addTags: { x: '' } }),
    fork: () => threads.fork({ fromThreadId: threadId, threadId: 'stolen', scope }),
    lineage: () => threads.lineage(named),
    messages: () => messages.list(named),
    pin: () => messages.pin({ ...named, seq: 1 }),
    redact: () => messages.redact({ ...named, seq: 1 }),
    read: async () => ({ ...onTheWire(await memory.read({ sessionId: threadId, scope })), readId: '' }),
    entries: () => memory.entries({ sessionId: threadId, scope }),
    delete: () => threads.delete(named),
    clear: () => memory.clear({ sessionId: threadId, scope }),
  }
}

describe('what belongs to somebody else', () => {
  it('B103: a thread of another scope answers as one that never was, whatever is asked (S2, S3)', async () => {
    const { write, stored } = begin()
    await write(bay)
    const stranger = freshScope()
    const foreign = questionsOf(stranger, 's')
    for (const [name, ask] of Object.entries(questionsOf(stranger, 'never-was'))) {
      const answer = (await refusalOf(ask())).replaceAll('never-was', 's')
      expect(await refusalOf(foreign[name as keyof typeof foreign]()), name).toBe(answer)
      expect(answer, name).not.toContain('Bay 4')
    }
    expect(await stored()).toHaveLength(2)
  })

  it('B103: without a scope, or with a sign that might stand for all of them, nothing is answered (S2)', async () => {
    const { write, session } = begin()
    await write(bay)
    const { threads, memory } = callerOn(context, { principal: keyOf({ kind: 'all' }) })
    for (const scope of [
      null,
      '',
      '*',
      { tenant: '*' },
      { tenant: '' },
      { tenant: session.scope.tenant, subject: '*' },
    ]) {
      // None of these is a scope by type either.
      expect(await refusalOf(threads.list({ scope } as never)), JSON.stringify(scope)).toMatch(/^BAD_REQUEST/)
      expect(await refusalOf(memory.read({ sessionId: 's', scope } as never))).toMatch(/^BAD_REQUEST/)
    }
    for (const scope of [`${session.scope.tenant.slice(0, -1)}%`, `${session.scope.tenant.slice(0, -1)}_`, 'acme/%'])
      expect((await threads.list({ scope })).items, scope).toEqual([])
  })

  it('B086, B104: the same id under another subject is another thread, also after the first was deleted (S3)', async () => {
    const scope = freshScope()
    const other = { ...scope, subject: 'u2' }
    const { memory, threads } = callerOn(context)
    const sessionId = 'New Session 0'
    const textsIn = async (where: typeof scope) =>
      onTheWire(await memory.read({ sessionId, scope: where })).messages.map(({ content }) => content)
    await memory.write({ sessionId, scope, messages: [user('mine'), assistant('x')] })
    expect(await textsIn(other)).toEqual([])
    await memory.write({ sessionId, scope: other, messages: [user('yours'), assistant('y')] })
    expect(await textsIn(scope)).toEqual(['mine', 'x'])
    await threads.delete({ threadId: sessionId, scope })
    expect(await textsIn(scope)).toEqual([])
    expect(await textsIn(other)).toEqual(['yours', 'y'])
  })

  it('B106: ids of messages and threads of one tenant lead nowhere in another (S2)', async () => {
    const { write, session } = begin()
    await write([user('budget line 9', { id: 'msg-1' }), assistant('x')])
    const { uid } = await callerOn(context).threads.get({ threadId: 's', scope: session.scope })
    const stranger = freshScope()
    const loci = callerOn(context)
    await loci.memory.write({ sessionId: 'z', scope: stranger, messages: bay })
    const fork = loci.threads.fork({
      fromThreadId: 'z',
      threadId: 'zz',
      upToMessageId: 'msg-1',
      scope: stranger,
    } as never)
    expect(await refusalOf(fork)).not.toMatch(/budget|^answered/)
    expect(
      (await loci.threads.list({ scope: stranger, search: 'budget' } as never).catch(() => ({ items: [] }))).items,
    ).toEqual([])
    const bound = callerOn(context, { principal: keyOf({ kind: 'scope', ...stranger }) })
    expect(await refusalOf(bound.threads.get({ uid }))).toMatch(/^NOT_FOUND/)
    expect(await refusalOf(bound.threads.get({ threadId: 's', scope: session.scope }))).toMatch(/^FORBIDDEN/)
  })

  it('B107: a filter, a sort and a tag are values or refused, never a piece of a statement', async () => {
    const { write, session } = begin()
    await write(bay)
    const { threads } = callerOn(context)
    const scope = session.scope
    for (const key of [`x' = 'x' OR '1'='1`, `vip') OR true --`, `"; drop table x --`, '%', '_'])
      expect((await threads.list({ scope, tags: { [key]: '1' } })).items, key).toEqual([])
    const sorted = threads.list({ scope, sort: { by: 'createdAt; drop table x --', order: 'asc' } } as never)
    expect(await refusalOf(sorted)).toMatch(/^BAD_REQUEST/)
    expect((await threads.list({ scope })).items).toHaveLength(1)
  })
})

describe('what is left behind', () => {
  it('B100: after the purge no table holds a row of a deleted thread; its fork keeps its own (S3)', async () => {
    const { write, session } = begin()
    await write([user('passport zebra'), assistant('ok')], { tags: { kind: 'travel' } })
    const { threads, memory } = callerOn(context)
    await storeSummary(database, session.scope.tenant, { toSeq: 2, tokens: 4, text: 'has a zebra passport' })
    const { uid } = await threads.get({ threadId: 's', scope: session.scope })
    await threads.fork({ fromThreadId: 's', threadId: 'f', scope: session.scope })
    await threads.delete({ threadId: 's', scope: session.scope })
    await ownerQuery(database, `update thread set deleted_at = now() - interval '1 year' where uid = $1`, [uid])
    expect(await purgeExpired(callContext(database, { kind: 'system' }))).toBeGreaterThanOrEqual(1)
    const tables = await ownerQuery<{ name: string }>(
      database,
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'thread_uid' and table_name <> 'lineage'`,
    )
    for (const { name } of tables)
      expect(await ownerQuery(database, `select 1 from "${name}" where thread_uid = $1`, [uid]), name).toEqual([])
    const fork = onTheWire(await memory.read({ sessionId: 'f', scope: session.scope }))
    expect(fork.messages).toMatchObject([{ content: 'passport zebra' }, { content: 'ok' }])
  })
})

it('B139: no cell of a table begins as a formula does, and quotes are doubled', () => {
  expect(
    ['=HYPERLINK("https://evil.example.test","x")', '+1+1', '-2', '@SUM(A1)', '\t=1', 'a,"b"\nc'].map(csvCell),
  ).toEqual([
    `"'=HYPERLINK(""https://evil.example.test"",""x"")"`,
    `"'+1+1"`,
    `"'-2"`,
    `"'@SUM(A1)"`,
    `"'\t=1"`,
    '"a,""b""\nc"',
  ])
})
