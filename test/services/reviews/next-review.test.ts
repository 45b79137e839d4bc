import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { appRouter } from '../../../server/api/root'
import type { Principal } from '../../../server/auth/principal'
import type { OperatorRole } from '../../../server/schemas/setup'
import { callContext } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { ownerQuery } from '../../support/owner-query'
import { assistant, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(appRouter)
const somebody = (role: OperatorRole = 'reviewer') => {
  const id = uuidv7()
  const person: Principal = { kind: 'operator', id, email: `${id}@example.com`, name: role, role, tenants: null }
  const { reviews, queues } = callerOf(callContext(database, person))
  return { id, reviews, queues }
}
const refused = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.unreachable('it was allowed'),
    (error: { code: string }) => error.code,
  )

/** A queue of its own tenant with so many threads, the longest waiting first. */
async function queueOf(count: number, more: { share?: number; members?: string[]; reopens?: boolean } = {}) {
  const tenant = `queue-${uuidv7()}`
  const scope = { tenant, subject: '' }
  const uids: string[] = []
  for (let place = 0; place < count; place += 1) {
    uids.push(await seedWrite(database, { scope, threadId: `t-${place}`, messages: [user('hi'), assistant('hello')] }))
  }
  // One millisecond may hold several: the order is made plain.
  await ownerQuery(
    database,
    `update thread t set last_message_at = now() - interval '1 hour' + n.place * interval '1 second'
     from unnest($1::uuid[]) with ordinality as n(uid, place) where t.uid = n.uid`,
    [uids],
  )
  const { id } = await somebody('lead').queues.create({ name: tenant, filters: { tenant }, ...more })
  return { id, scope, uids }
}
const backlogOf = async (queueId: string) => {
  const { items } = await somebody().queues.list()
  return items.find(({ id }) => id === queueId)
}
const letLapse = (uid: string) =>
  ownerQuery(
    database,
    `update thread_review set claimed_until = now() - interval '1 second' where thread_uid = $1 returning 1`,
    [uid],
  )

describe('the next of a queue', () => {
  it('is the longest waiting, is kept for who asked, and is handed out to nobody else', async () => {
    const { id: queueId, uids } = await queueOf(3)
    const [ana, ben] = [somebody(), somebody()]
    const first = await ana.reviews.next({ queueId })
    expect(first.thread).toMatchObject({ uid: uids[0], review: { status: 'in-review', claimedBy: { id: ana.id } } })
    // Asking again while one is held gives the same one: nobody hoards.
    expect((await ana.reviews.next({ queueId })).thread?.uid).toBe(uids[0])
    expect((await ben.reviews.next({ queueId })).thread?.uid).toBe(uids[1])
    expect(await refused(ben.reviews.set({ uid: uids[0] ?? '', status: 'reviewed', outcome: 'pass' }))).toBe('CONFLICT')
    expect(await backlogOf(queueId)).toMatchObject({ backlog: { count: 1, capped: false }, holding: null })
    await ana.reviews.set({ uid: uids[0] ?? '', status: 'reviewed', outcome: 'pass', queueId })
    expect((await ana.reviews.next({ queueId })).thread?.uid).toBe(uids[2])
    await ana.reviews.set({ uid: uids[2] ?? '', status: 'reviewed', outcome: 'fail', reasons: ['Tone'], queueId })
    expect(await ana.reviews.next({ queueId })).toEqual({ thread: null, skipped: { count: 0, capped: false } })
  })

  it('nothing is handed out twice, however many ask at once', async () => {
    const { id: queueId, uids } = await queueOf(12)
    const people = Array.from({ length: 8 }, () => somebody())
    const given: string[] = []
    await Promise.all(
      people.map(async ({ reviews }) => {
        for (;;) {
          const { thread } = await reviews.next({ queueId })
          if (thread === null) return
          given.push(thread.uid)
          await reviews.set({ uid: thread.uid, status: 'reviewed', outcome: 'pass', queueId })
        }
      }),
    )
    expect(given.sort()).toEqual(uids.toSorted())
  })

  it('a claim that lapsed is handed on, and its late holder is refused', async () => {
    const { id: queueId, uids } = await queueOf(1)
    const [ana, ben] = [somebody(), somebody()]
    const uid = uids[0] ?? ''
    await ana.reviews.next({ queueId })
    await letLapse(uid)
    expect((await backlogOf(queueId))?.backlog.count).toBe(1)
    expect((await ben.reviews.next({ queueId })).thread?.uid).toBe(uid)
    expect(await refused(ana.reviews.set({ uid, status: 'reviewed' }))).toBe('CONFLICT')
    expect(await ana.reviews.release({ uid })).toEqual({ released: false })
    expect(await ben.reviews.release({ uid })).toEqual({ released: true })
    expect((await ana.reviews.next({ queueId })).thread?.uid).toBe(uid)
  })

  it('what is skipped goes to others, and comes again when it is asked for', async () => {
    const { id: queueId, uids } = await queueOf(2)
    const ana = somebody()
    const [first = '', second = ''] = uids
    await ana.reviews.next({ queueId })
    await ana.reviews.release({ uid: first, skip: true })
    expect((await ana.reviews.next({ queueId })).thread?.uid).toBe(second)
    await ana.reviews.set({ uid: second, status: 'reviewed', queueId })
    expect(await ana.reviews.next({ queueId })).toMatchObject({ thread: null, skipped: { count: 1 } })
    expect((await somebody().reviews.next({ queueId })).thread?.uid).toBe(first)
    await letLapse(first)
    expect((await ana.reviews.next({ queueId, skipped: true })).thread?.uid).toBe(first)
  })

  it('what is assigned goes to its assignee alone', async () => {
    const { id: queueId, uids } = await queueOf(2)
    const [ana, ben] = [somebody(), somebody()]
    await ownerQuery(
      database,
      `insert into operator (id, name, email, role) values ($1, 'Ben', $2, 'reviewer') returning 1`,
      [ben.id, `${ben.id}@example.com`],
    )
    await somebody('lead').reviews.assign({ uids: [uids[0] ?? ''], assignee: ben.id })
    expect((await ana.reviews.next({ queueId })).thread?.uid).toBe(uids[1])
    expect((await ben.reviews.next({ queueId })).thread).toMatchObject({
      uid: uids[0],
      review: { assignee: { id: ben.id, name: 'Ben' } },
    })
    expect(await refused(ana.reviews.assign({ uids: [uids[0] ?? ''], assignee: 'nobody' }))).toBe('BAD_REQUEST')
  })

  it('a sample is the same for ever, and about its share', async () => {
    const { id: queueId, scope } = await queueOf(60, { share: 30 })
    const before = await backlogOf(queueId)
    expect(before?.backlog.count).toBeGreaterThan(6)
    expect(before?.backlog.count).toBeLessThan(35)
    const { id: whole } = await somebody('lead').queues.create({
      name: `${scope.tenant} half`,
      filters: { tenant: scope.tenant },
      share: 60,
    })
    // A wider share holds all of the narrower one.
    expect((await backlogOf(whole))?.backlog.count).toBeGreaterThanOrEqual(before?.backlog.count ?? 0)
    expect((await backlogOf(queueId))?.backlog.count).toBe(before?.backlog.count)
  })

  it('the threads of members are divided: a fast one takes those of a slow one only when none of their own waits', async () => {
    const [fast, slow, stranger] = [somebody(), somebody(), somebody()]
    const { id: queueId, uids } = await queueOf(40, { members: [fast.id, slow.id] })
    expect(await refused(stranger.reviews.next({ queueId }))).toBe('FORBIDDEN')
    const taken = { fast: [] as string[], slow: [] as string[] }
    const take = async (who: 'fast' | 'slow') => {
      const { reviews } = who === 'fast' ? fast : slow
      const { thread } = await reviews.next({ queueId })
      if (thread === null) return false
      taken[who].push(thread.uid)
      await reviews.set({ uid: thread.uid, status: 'reviewed', queueId })
      return true
    }
    // Ten against one: the slow one's turns stay theirs for as long as the fast one has some.
    for (let turn = 0; turn < 10; turn += 1) await take('fast')
    await take('slow')
    const byOwn = await ownerQuery<{ uid: string; own: number }>(
      database,
      `select uid, (get_byte(sha256(uuid_send(uid)), 2) * 256 + get_byte(sha256(uuid_send(uid)), 3)) % 2 as own
       from unnest($1::uuid[]) as uid`,
      [uids],
    )
    const placeOf = (id: string) => [fast.id, slow.id].sort().indexOf(id)
    const ownOfFast = byOwn.filter(({ own }) => own === placeOf(fast.id)).map(({ uid }) => uid)
    const expected = uids.filter((uid) => ownOfFast.includes(uid)).slice(0, 10)
    expect(taken.fast.slice(0, expected.length)).toEqual(expected)
    expect(ownOfFast).not.toContain(taken.slow[0])
    // And nobody stands idle while anything waits.
    while (await take('fast'));
    expect([...taken.fast, ...taken.slow].sort()).toEqual(uids.toSorted())
  })
})

describe('after a review', () => {
  it('new messages are counted; they open the thread where its queue says so, and nowhere else', async () => {
    for (const reopens of [true, false]) {
      const { id: queueId, scope, uids } = await queueOf(1, { reopens })
      const uid = uids[0] ?? ''
      const ana = somebody()
      await ana.reviews.next({ queueId })
      await ana.reviews.set({ uid, status: 'reviewed', outcome: 'pass', score: 90, queueId })
      expect(await ana.reviews.get({ uid })).toMatchObject({ status: 'reviewed', newMessages: 0, score: 90 })
      await seedWrite(database, { scope, threadId: 't-0', messages: [user('one more'), assistant('yes')] })
      expect(await ana.reviews.get({ uid })).toMatchObject({
        status: reopens ? 'open' : 'reviewed',
        outcome: 'pass',
        newMessages: 2,
        reviewedThroughSeq: 2,
      })
      expect((await ana.reviews.next({ queueId })).thread?.uid).toBe(reopens ? uid : undefined)
    }
  })

  it('the history says who, when, up to where and under which setting', async () => {
    const { id: queueId, uids } = await queueOf(1)
    const uid = uids[0] ?? ''
    const ana = somebody()
    await ana.reviews.set({ uid, status: 'reviewed', outcome: 'fail', reasons: ['Tone'], score: 20, queueId })
    await ana.reviews.set({ uid, status: 'open' })
    await ana.reviews.set({ uid, status: 'reviewed', outcome: 'pass', throughSeq: 1 })
    const { items } = await ana.reviews.history({ uid })
    expect(items).toMatchObject([
      { outcome: 'pass', throughSeq: 1, reasons: [] },
      { outcome: 'fail', throughSeq: 2, reasons: ['Tone'], score: 20, configVersion: null, agentName: null },
    ])
    expect(items[0]?.reviewer).toBe(`${ana.id}@example.com`)
    expect(await refused(ana.reviews.set({ uid, status: 'reviewed', throughSeq: 9 }))).toBe('BAD_REQUEST')
    expect(await refused(ana.reviews.set({ uid, status: 'reviewed', outcome: 'pass', reasons: ['x'] }))).toBe(
      'BAD_REQUEST',
    )
    expect(await refused(somebody('observer').reviews.set({ uid, status: 'reviewed' }))).toBe('FORBIDDEN')
    const { version } = await ana.reviews.get({ uid })
    await somebody().reviews.set({ uid, status: 'open' })
    expect(await refused(ana.reviews.set({ uid, status: 'reviewed', ifVersion: version }))).toBe('CONFLICT')
  })
})
