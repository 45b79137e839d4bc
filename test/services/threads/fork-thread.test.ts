import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelMessage } from '../../../memory/message'
import { numberTurns } from '../../../memory/turn'
import { createCallerFactory } from '../../../server/api/procedure'
import { threadsRouter } from '../../../server/api/threads-router'
import type { ForkThreadInput, ThreadView } from '../../../server/schemas/threads'
import { withReach } from '../../../server/store/reach'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, calls, result, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(threadsRouter)
const lead = () => callerOf(callContext(database, operatorOf('lead')))
const query = <T extends object>(text: string, values: unknown[] = []) =>
  withReach(
    database.pools.background,
    { kind: 'all' },
    async ({ client }) => (await client.query<T>(text, values)).rows,
  )

interface StoredMessage {
  seq: number
  id: string
  raw: string
  role: string
  turn: number
  exchange: number | null
  tokens: number
  running: number
  entry: string
  calls: string | null
  created: Date
}

const messagesOf = (uid: string) =>
  query<StoredMessage>(
    `SELECT seq, id, raw, role, turn, exchange_seq AS exchange, tokens, running_tokens::int AS running, entry_id AS entry,
            call_ids AS calls, created_at AS created FROM message WHERE thread_uid = $1 ORDER BY seq`,
    [uid],
  )

/** 13 messages in three entries: a plain turn, a turn with a parallel exchange, an open one whose call has no answer. */
async function seedSource(threadId: string, tenant = 'forks') {
  const scope = { tenant, subject: 'somebody' }
  await seedWrite(database, { scope, threadId, messages: [user('Hello'), assistant('Hi')], tags: { channel: 'mail' } })
  const exchange = [user('Two cities?'), calls('a', 'b'), result('b'), result('a'), assistant('Both are fine')]
  const second = [...exchange, user('More'), calls('a'), result('a'), assistant('Done')]
  await seedWrite(database, { scope, threadId, messages: second, runId: 'run-2', agentName: 'guide' })
  const uid = await seedWrite(database, { scope, threadId, messages: [user('Last'), calls('z')], tags: { urgent: '' } })
  return { scope, uid, source: await messagesOf(uid) }
}

async function expectRecount(thread: ThreadView | null): Promise<StoredMessage[]> {
  if (!thread) throw new Error('no fork was made')
  const rows = await messagesOf(thread.uid)
  const shapes = rows.map(({ role, calls }) => ({ role, callIds: calls === null ? [] : JSON.parse(calls) }))
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.map(({ turn }) => turn)).toEqual(numberTurns(shapes))
  let total = 0
  for (const row of rows) {
    total += row.tokens
    expect(row.running).toBe(total)
  }
  expect(thread).toMatchObject({ messageCount: rows.length, tokenCount: total })
  const entries = await query<{ id: string; first: number; last: number; tokens: number }>(
    `SELECT id, first_seq AS first, last_seq AS last, token_count::int AS tokens FROM entry WHERE thread_uid = $1
     ORDER BY first_seq`,
    [thread.uid],
  )
  for (const { id, first, last, tokens } of entries) {
    const own = rows.filter(({ entry }) => entry === id)
    expect([own.at(0)?.seq, own.at(-1)?.seq]).toEqual([first, last])
    expect(own.reduce((sum, row) => sum + row.tokens, 0)).toBe(tokens)
  }
  expect(new Set(entries.map(({ id }) => id))).toEqual(new Set(rows.map(({ entry }) => entry)))
  return rows
}

const copied = ({ id, raw, tokens, created }: StoredMessage) => ({ id, raw, tokens, created })

describe('threads.fork', () => {
  it('copies a whole thread with all that belongs to it, and leaves the source as it was', async () => {
    const { scope, uid, source } = await seedSource('whole')
    await lead().update({ uid, title: 'A title', tags: { plan: 'gold' }, metadata: { n: 1 }, state: { step: 2 } })
    await query(
      `INSERT INTO pin (tenant, scope_id, thread_uid, seq, created_by)
       SELECT tenant, scope_id, uid, 3, 'a test' FROM thread WHERE uid = $1`,
      [uid],
    )
    await query(`UPDATE thread SET "window" = '{"strategy":"off"}', window_version = 4 WHERE uid = $1`, [uid])
    const before = await lead().get({ uid })
    const { thread, messages, tokens } = await lead().fork({ scope, fromThreadId: 'whole', threadId: 'whole-fork' })
    const rows = await expectRecount(thread)
    expect(rows.map(copied)).toEqual(source.map(copied))
    expect(rows.map(({ exchange, turn }) => [exchange, turn])).toEqual(
      source.map(({ exchange, turn }) => [exchange, turn]),
    )
    expect({ messages, tokens }).toEqual({ messages: 13, tokens: before.tokenCount })
    expect(thread).toMatchObject({
      title: 'A title',
      tags: { plan: 'gold' },
      agentName: 'guide',
      parentUid: uid,
      forkedAtSeq: 13,
      firstLine: 'Hello',
      lastLine: 'Last',
      lastMessageAt: before.lastMessageAt,
    })
    expect(JSON.stringify([thread?.metadata, thread?.state])).toBe('[{"n":1},{"step":2}]')
    const facts = (of: string) =>
      query(
        `SELECT t.last_turn, t.last_turn_seq, t.turn_open, t.last_run_id, t."window", t.window_version, t.counter,
           (SELECT array_agg(seq) FROM pin WHERE thread_uid = t.uid) AS pins,
           (SELECT json_agg(json_build_array(key, value) ORDER BY key) FROM entry_tag WHERE thread_uid = t.uid) AS entry_tags,
           (SELECT json_agg(json_build_array(mode, first_seq, last_seq, token_count, agent_name, run_id, created_at) ORDER BY first_seq)
            FROM entry WHERE thread_uid = t.uid) AS entries
         FROM thread t WHERE t.uid = $1`,
        [of],
      )
    expect(await facts(thread?.uid ?? '')).toEqual(await facts(uid))
    expect(await lead().get({ uid })).toEqual(before)
    expect(await messagesOf(uid)).toEqual(source)
    const found = await lead().list({ scope, text: 'cities' })
    expect(found.items.map(({ threadId }) => threadId).sort()).toEqual(['whole', 'whole-fork'])
  })

  it('W3: takes a prefix exactly, a tail and chosen messages, and drops only what the selection splits', async () => {
    const { scope, source } = await seedSource('parts')
    const ids = source.map(({ id }) => id)
    const seqsOf = async (selection: Partial<ForkThreadInput>) => {
      const dry = await lead().fork({ scope, fromThreadId: 'parts', threadId: 'parts-dry', dryRun: true, ...selection })
      const { thread, messages, tokens } = await lead().fork({
        scope,
        fromThreadId: 'parts',
        threadId: uuidv7(),
        ...selection,
      })
      expect(dry).toMatchObject({ thread: null, messages, tokens, isIdFree: true })
      const rows = await expectRecount(thread)
      const kept = rows.map(({ id }) => ids.indexOf(id) + 1)
      expect(rows.map(copied)).toEqual(source.filter(({ seq }) => kept.includes(seq)).map(copied))
      expect(thread?.forkedAtSeq).toBe(kept.at(-1) ?? null)
      return kept
    }
    const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
    const dryRun = (threadId: string, selection: Partial<ForkThreadInput>) =>
      lead().fork({ scope, fromThreadId: 'parts', threadId, dryRun: true, ...selection })
    expect(await dryRun('parts', { upTo: 5 }), 'what a dry run says').toMatchObject({ dropped: 2, isIdFree: false })
    expect(await dryRun('parts-new', { upTo: 7 })).toMatchObject({ dropped: 0, isIdFree: true })
    expect(await seqsOf({ upTo: 1 })).toEqual([1])
    expect(await seqsOf({ upTo: ids[6] })).toEqual(upTo(7))
    expect(await seqsOf({ upTo: 5 })).toEqual(upTo(3))
    expect(await seqsOf({ upTo: 13 })).toEqual(upTo(13))
    expect(await seqsOf({ lastMessages: 999 })).toEqual(upTo(13))
    expect(await seqsOf({ lastMessages: 2 })).toEqual([12, 13])
    expect(await seqsOf({ lastMessages: 4 })).toEqual([11, 12, 13])
    expect(await seqsOf({ lastMessages: 9 })).toEqual([7, 8, 9, 10, 11, 12, 13])
    expect(
      await seqsOf({ messageIds: [ids[10] ?? '', ids[0] ?? '', ids[3] ?? '', ids[9] ?? '', ids[8] ?? ''] }),
    ).toEqual([1, 9, 10, 11])
    await expect(lead().get({ scope, threadId: 'parts-dry' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const selection of [{ upTo: 'nope' }, { upTo: 14 }, { messageIds: ['nope'] }]) {
      const asked = lead().fork({ scope, fromThreadId: 'parts', threadId: 'never', ...selection })
      await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it('M2: takes given messages as they were sent, less instructions and exchanges that were split', async () => {
    const { scope, uid, source } = await seedSource('given')
    await lead().update({ uid, tags: { plan: 'gold' } })
    const texts = [
      '{"role":"system","content":"be kind"}',
      '{ "role":"user", "content":"changed \\ud83d", "big":12345678901234567890 }',
      source[3]?.raw ?? '',
      source[4]?.raw ?? '',
      source[6]?.raw ?? '',
    ]
    const messages: ModelMessage[] = texts.map((text) => JSON.parse(text))
    const ctx = { ...callContext(database, keyOf({ kind: 'all' })), messageTexts: texts }
    const { thread } = await callerOf(ctx).fork({ scope, fromThreadId: 'given', threadId: 'given-fork', messages })
    const rows = await expectRecount(thread)
    expect(rows.map(({ raw }) => raw.replace(/"id":"[^"]+",/, ''))).toEqual([
      texts[1],
      texts[4]?.replace(/"id":"[^"]+",/, ''),
    ])
    expect(thread).toMatchObject({
      tags: { plan: 'gold' },
      parentUid: uid,
      forkedAtSeq: 13,
      firstLine: 'changed \uFFFD',
    })
    const twice = [user('x', { id: 'same' }), user('y', { id: 'same' })]
    const refused = lead().fork({ scope, fromThreadId: 'given', threadId: 'given-2', messages: twice })
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('refuses an id that is taken, its own too, and gives one of many that ask at once what it asked for', async () => {
    const { scope, uid } = await seedSource('taken')
    const fork = (threadId: string) => lead().fork({ scope, fromThreadId: 'taken', threadId })
    await expect(fork('taken')).rejects.toMatchObject({ code: 'CONFLICT' })
    const many = await Promise.allSettled(Array.from({ length: 5 }, () => fork('wanted')))
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const { reason } of many.filter((one) => one.status === 'rejected')) expect(reason.code).toBe('CONFLICT')
    await lead().delete({ uid })
    for (const from of [{ fromThreadId: 'taken', scope }, { fromUid: uid }]) {
      await expect(lead().fork({ ...from, threadId: 'late' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it('R6: a fork during writes holds whole entries', async () => {
    const { scope } = await seedSource('busy')
    const write = (index: number) =>
      seedWrite(database, { scope, threadId: 'busy', messages: [user(`${index}`), assistant(`${index}`)] })
    const forks = Array.from({ length: 6 }, (_, index) =>
      lead().fork({ scope, fromThreadId: 'busy', threadId: `busy-${index}` }),
    )
    const [made] = await Promise.all([Promise.all(forks), Promise.all(Array.from({ length: 6 }, (_, at) => write(at)))])
    for (const { thread } of made) expect((await expectRecount(thread)).length % 2).toBe(1)
  })

  it('S3: finds no source beyond the key, by uid or by id, and says the same as for an absent one', async () => {
    const { uid, scope } = await seedSource('secret', 'forks-foreign')
    const stranger = callerOf(callContext(database, keyOf({ kind: 'tenant', tenant: 'forks' })))
    const errors: unknown[] = []
    const refuse = async (attempt: Promise<unknown>) =>
      attempt.then(
        () => expect.unreachable('it was found'),
        (error: { code: string; message: string }) => errors.push([error.code, error.message]),
      )
    await refuse(stranger.fork({ fromUid: uid, threadId: 'stolen' }))
    await refuse(stranger.fork({ fromUid: uuidv7(), threadId: 'stolen' }))
    await refuse(stranger.get({ uid }))
    await refuse(stranger.get({ uid: uuidv7() }))
    await refuse(stranger.update({ uid, title: 'mine' }))
    await refuse(stranger.lineage({ uid }))
    await refuse(stranger.restore({ uid }))
    expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1)
    expect(await stranger.delete({ uid })).toEqual({ deleted: 0, uid: null })
    await expect(stranger.get({ uid, scope })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('keeps the family over forks of forks, deleted members and a fork restored under another id', async () => {
    const { scope, uid } = await seedSource('root')
    expect((await lead().lineage({ uid })).items).toMatchObject([{ uid, parentUid: null, messageCount: 13 }])
    const child = (await lead().fork({ scope, fromThreadId: 'root', threadId: 'child', upTo: 7, title: 'Child' }))
      .thread
    const grandchild = (await lead().fork({ fromUid: child?.uid, threadId: 'grandchild', lastMessages: 2 })).thread
    await lead().delete({ uid: child?.uid })
    const { items } = await lead().lineage({ scope, threadId: 'grandchild' })
    expect(items).toEqual((await lead().lineage({ uid })).items)
    expect(items).toMatchObject([
      { uid, parentUid: null, forkedAtSeq: null, deleted: false, threadId: 'root' },
      {
        uid: child?.uid,
        parentUid: uid,
        forkedAtSeq: 7,
        deleted: true,
        threadId: 'child',
        title: null,
        messageCount: null,
      },
      { uid: grandchild?.uid, parentUid: child?.uid, forkedAtSeq: 7, deleted: false, messageCount: 1 },
    ])
    await lead().restore({ uid: child?.uid, asThreadId: 'child again' })
    expect((await lead().lineage({ uid })).items[1]).toMatchObject({
      threadId: 'child again',
      title: 'Child',
      deleted: false,
    })
  })

  it('forks 10,000 messages well within a request', async () => {
    const scope = { tenant: 'forks-large', subject: '' }
    const turn = (index: number) => [user(`question ${index}`), calls('c'), result('c'), assistant(`answer ${index}`)]
    for (let part = 0; part < 5; part += 1) {
      const messages = Array.from({ length: 500 }, (_, index) => turn(part * 500 + index)).flat()
      await seedWrite(database, { scope, threadId: 'large', messages })
    }
    const begun = performance.now()
    const { thread, messages } = await lead().fork({ scope, fromThreadId: 'large', threadId: 'large-fork' })
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(messages).toBe(10_000)
    await expectRecount(thread)
  }, 60_000)
})
