import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { appRouter } from '../../../server/api/root'
import type { JobView } from '../../../server/schemas/jobs'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { ownerQuery } from '../../support/owner-query'
import { assistant, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(appRouter)
const lead = () => callerOf(callContext(database, operatorOf('lead')))

async function threadsOf(count: number) {
  const scope = { tenant: `reviews-${uuidv7()}`, subject: 'one' }
  const uids: string[] = []
  for (let place = 0; place < count; place += 1) {
    const messages = [user('hi'), assistant('hello')]
    uids.push(await seedWrite(database, { scope, threadId: `t-${place}`, messages, agentName: 'support' }))
  }
  return { scope, uids }
}
async function person() {
  const id = uuidv7()
  await ownerQuery(
    database,
    `insert into operator (id, name, email, role) values ($1, 'Ana', $2, 'reviewer') returning 1`,
    [id, `${id}@example.com`],
  )
  return id
}
const ended = (desk: ReturnType<typeof lead>, job: JobView) =>
  vi.waitFor(
    async () => {
      const found = await desk.jobs.get({ id: job.id })
      expect(found.finishedAt).not.toBeNull()
      return found
    },
    { timeout: 20_000, interval: 20 },
  )

describe('the counts of the filters of reviews', () => {
  it('are what the list has with each choice; who nobody has reviewed is open and nobody’s', async () => {
    const { scope, uids } = await threadsOf(4)
    const [first = '', second = '', third = ''] = uids
    const desk = lead()
    const ana = await person()
    await desk.reviews.set({ uid: first, status: 'reviewed', outcome: 'pass' })
    await desk.reviews.set({ uid: second, status: 'reviewed', outcome: 'fail' })
    await desk.reviews.mark({ uids: [third], status: 'in-review' })
    await desk.reviews.assign({ uids: [second, third], assignee: ana })
    for (const [by, expected] of [
      ['status', { reviewed: 2, 'in-review': 1, open: 1 }],
      ['outcome', { pass: 1, fail: 1 }],
      ['assignee', { [ana]: 2, none: 2 }],
      ['reviewer', { 'lead@example.com': 2 }],
    ] as const) {
      const { values, counted, capped } = await desk.threads.facet({ scope, by })
      expect(Object.fromEntries(values.map(({ value, count }) => [value, count]))).toEqual(expected)
      expect([counted, capped]).toEqual([4, false])
      for (const { value, count } of values) {
        expect(await desk.threads.count({ scope, [by]: value })).toMatchObject({ count })
      }
      // Its own choice does not narrow it, the others do.
      const [chosen = ''] = Object.keys(expected)
      expect((await desk.threads.facet({ scope, by, [by]: chosen })).values).toEqual(values)
    }
    expect((await desk.threads.facet({ scope, by: 'status', assignee: ana, outcome: 'fail' })).values).toEqual([
      { value: 'reviewed', detail: null, count: 1 },
    ])
  })
})

describe('the list of threads', () => {
  it('is filtered by status, outcome and assignee, and says of each thread how it stands', async () => {
    const { scope, uids } = await threadsOf(3)
    const [first = '', second = '', third = ''] = uids
    const desk = lead()
    const ana = await person()
    await desk.reviews.set({ uid: first, status: 'reviewed', outcome: 'pass' })
    await desk.reviews.set({ uid: second, status: 'reviewed', outcome: 'fail', reasons: ['Tone'] })
    await desk.reviews.assign({ uids: [second], assignee: ana })
    const found = async (filter: object) => {
      const { items } = await desk.threads.list({ scope, ...filter })
      const { count } = await desk.threads.count({ scope, ...filter })
      expect(count).toBe(items.length)
      return items.map(({ uid }) => uid).sort()
    }
    expect(await found({ status: 'open' })).toEqual([third])
    expect(await found({ status: 'reviewed' })).toEqual([first, second].sort())
    expect(await found({ outcome: 'fail' })).toEqual([second])
    expect(await found({ assignee: ana })).toEqual([second])
    expect(await found({ assignee: 'none' })).toEqual([first, third].sort())
    expect(await found({ reviewer: 'lead@example.com' })).toEqual([first, second].sort())
    expect(await found({ reviewer: 'ana@example.com' })).toEqual([])
    const { items } = await desk.threads.list({ scope, outcome: 'fail' })
    expect(items[0]?.review).toMatchObject({ outcome: 'fail', reasons: ['Tone'], assignee: { id: ana, name: 'Ana' } })
    const agent = callerOf(callContext(database, keyOf({ kind: 'scope', ...scope })))
    expect((await agent.threads.list({ outcome: 'fail' })).items[0]?.review.assignee).toEqual({ id: ana, name: null })
  })

  it('all that match are assigned and marked by a job, which is taken back', async () => {
    const { scope, uids } = await threadsOf(4)
    const desk = lead()
    const ana = await person()
    await desk.reviews.assign({ uids: [uids[0] ?? ''], assignee: ana })
    const assigned = await ended(desk, await desk.threads.assignMatching({ scope, assignee: ana }))
    expect(assigned).toMatchObject({ state: 'done', result: { threads: 3, skipped: 0 } })
    expect((await desk.threads.count({ scope, assignee: ana })).count).toBe(4)
    const marked = await ended(desk, await desk.threads.markMatching({ scope, status: 'reviewed' }))
    expect(marked).toMatchObject({ result: { threads: 4 } })
    expect((await desk.threads.count({ scope, status: 'reviewed' })).count).toBe(4)
    await desk.reviews.set({ uid: uids[1] ?? '', status: 'in-review' })
    expect(await ended(desk, await desk.threads.undoMatching({ jobId: marked.id }))).toMatchObject({
      result: { threads: 3, skipped: 1 },
    })
    await ended(desk, await desk.threads.undoMatching({ jobId: assigned.id }))
    expect((await desk.threads.count({ scope, assignee: ana })).count).toBe(1)
  })
})

describe('a review of many threads', () => {
  it('ends one on each that match, up to its newest message; Undo gives back what stood there, but for later reviews', async () => {
    const { scope, uids } = await threadsOf(4)
    const [first = '', second = '', third = ''] = uids
    const desk = lead()
    await desk.reviews.set({
      uid: first,
      status: 'reviewed',
      outcome: 'fail',
      reasons: ['Tone'],
      score: 20,
      throughSeq: 1,
    })
    await desk.reviews.set({ uid: second, status: 'reviewed', outcome: 'pass' })
    const before = await desk.reviews.get({ uid: first })
    const marked = await ended(desk, await desk.threads.markMatching({ scope, status: 'reviewed', outcome: 'pass' }))
    // One of them had passed already.
    expect(marked).toMatchObject({ state: 'done', result: { threads: 3, skipped: 0 } })
    expect(await desk.reviews.get({ uid: first })).toMatchObject({
      outcome: 'pass',
      reasons: [],
      score: null,
      reviewedThroughSeq: 2,
    })
    expect((await desk.reviews.history({ uid: first })).items.map(({ outcome }) => outcome)).toEqual(['pass', 'fail'])
    await desk.reviews.set({ uid: third, status: 'reviewed', outcome: 'pass', score: 90 })
    const undone = await ended(desk, await desk.threads.undoMatching({ jobId: marked.id }))
    expect(undone).toMatchObject({ result: { threads: 2, skipped: 1 } })
    const { version: _before, ...facts } = before
    const { version: _now, ...now } = await desk.reviews.get({ uid: first })
    expect(now).toEqual(facts)
    expect((await desk.reviews.history({ uid: first })).items).toHaveLength(1)
    expect(await desk.reviews.get({ uid: third })).toMatchObject({ outcome: 'pass', score: 90 })
    expect((await desk.threads.count({ scope, status: 'open' })).count).toBe(1)
  })

  it('ends one on each that is chosen; an outcome without a review is refused', async () => {
    const { uids } = await threadsOf(2)
    const desk = lead()
    await desk.reviews.mark({ uids, status: 'reviewed', outcome: 'fail' })
    for (const uid of uids) {
      expect(await desk.reviews.get({ uid })).toMatchObject({ status: 'reviewed', outcome: 'fail' })
      expect((await desk.reviews.history({ uid })).items).toMatchObject([{ agentName: 'support', throughSeq: 2 }])
    }
    await expect(desk.reviews.mark({ uids, status: 'open', outcome: 'fail' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

describe('ifVersion', () => {
  it('0 says that there is no review yet, and is held against what is there', async () => {
    const { uids } = await threadsOf(2)
    const [first = '', second = ''] = uids
    const desk = lead()
    expect((await desk.reviews.get({ uid: first })).version).toBe(0)
    const attempts = ['pass', 'fail'] as const
    const results = await Promise.allSettled(
      attempts.map((outcome) => desk.reviews.set({ uid: first, status: 'reviewed', outcome, ifVersion: 0 })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
    const { version } = await desk.reviews.get({ uid: first })
    await desk.reviews.set({ uid: first, status: 'open', ifVersion: version })
    await expect(desk.reviews.set({ uid: second, status: 'reviewed', ifVersion: 3 })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect((await desk.reviews.get({ uid: second })).version).toBe(0)
  })
})

describe('queues and reasons', () => {
  it('are kept by leads, each name once; a newer version is not overwritten', async () => {
    const desk = lead()
    const name = `Refunds ${uuidv7()}`
    const { id } = await desk.queues.create({ name, filters: { agentName: 'support', active: '7d' }, share: 20 })
    const code = (attempt: Promise<unknown>) => attempt.then(String, (error: { code: string }) => error.code)
    expect(await code(desk.queues.create({ name: name.toUpperCase() }))).toBe('CONFLICT')
    await desk.queues.update({ id, share: 50, ifVersion: 1 })
    expect(await code(desk.queues.update({ id, share: 10, ifVersion: 1 }))).toBe('CONFLICT')
    expect((await desk.queues.list()).items.find((queue) => queue.id === id)).toMatchObject({
      name,
      share: 50,
      version: 2,
      filters: { agentName: 'support', active: '7d' },
      isMember: true,
    })
    const reviewer = callerOf(callContext(database, operatorOf('reviewer')))
    expect(await code(reviewer.queues.delete({ id }))).toBe('FORBIDDEN')
    expect(await desk.queues.delete({ id })).toEqual({ deleted: 1 })
    expect((await reviewer.reasons.list()).items).toContain('Wrong answer')
    expect(await code(reviewer.reasons.set({ items: ['Mine'] }))).toBe('FORBIDDEN')
    expect(await desk.reasons.set({ items: ['Wrong answer', 'Too slow'] })).toEqual({
      items: ['Wrong answer', 'Too slow'],
    })
    expect(await code(desk.reasons.set({ items: ['a', 'A'] }))).toBe('BAD_REQUEST')
  })
})

describe('feedback', () => {
  it('comes from agents by thread or message, within their scope (S3)', async () => {
    const { scope, uids } = await threadsOf(1)
    const agent = callerOf(callContext(database, keyOf({ kind: 'scope', ...scope })))
    await agent.feedback.add({ threadId: 't-0', value: 1, comment: 'Thanks', source: 'widget' })
    await agent.feedback.add({ threadId: 't-0', seq: 2, value: 0.25 })
    const code = (attempt: Promise<unknown>) => attempt.then(String, (error: { code: string }) => error.code)
    expect(await code(agent.feedback.add({ threadId: 't-0', seq: 3, value: 1 }))).toBe('BAD_REQUEST')
    expect(await code(agent.feedback.add({ threadId: 't-0', value: 2 }))).toBe('BAD_REQUEST')
    expect((await lead().feedback.list({ uid: uids[0] ?? '' })).items).toMatchObject([
      { seq: 2, value: 0.25, comment: null },
      { seq: null, value: 1, comment: 'Thanks', source: 'widget' },
    ])
    const other = callerOf(callContext(database, keyOf({ kind: 'scope', tenant: 'other', subject: '' })))
    expect(await code(other.feedback.add({ uid: uids[0] ?? '', value: 1 }))).toBe('NOT_FOUND')
  })
})

describe('the figures of the team', () => {
  it('tell reviews by person, and what passed by agent and by setting, in a range', async () => {
    const { scope, uids } = await threadsOf(3)
    const desk = lead()
    for (const [place, outcome] of (['pass', 'pass', 'fail'] as const).entries()) {
      const reasons = outcome === 'fail' ? { reasons: ['Tone'] } : {}
      await desk.reviews.set({ uid: uids[place] ?? '', status: 'reviewed', outcome, ...reasons })
    }
    const scopePattern = { tenant: scope.tenant }
    const after = new Date(Date.now() - 3_600_000).toISOString()
    const rated = { reviews: 3, passed: 2, failed: 1 }
    expect(await desk.team.figures({ scopePattern, after })).toMatchObject({
      backlog: { count: 0, capped: false },
      oldestAt: null,
      oldest: null,
      people: [{ reviewer: 'lead@example.com', threads: 3, ...rated }],
      agents: [{ agentName: 'support', ...rated }],
      versions: [{ agentName: 'support', configVersion: null, ...rated }],
      reasons: [{ reason: 'Tone', count: 1 }],
    })
    // What was reviewed waits no more; of two that wait the older stands here, until it is reviewed.
    for (const [threadId, day] of [
      ['newer', '2026-03-02T00:00:00Z'],
      ['older', '2026-03-01T00:00:00Z'],
    ] as const) {
      const uid = await seedWrite(database, { scope, threadId, messages: [user('hi')] })
      await ownerQuery(database, 'update thread set last_message_at = $2 where uid = $1 returning 1', [uid, day])
    }
    const { oldest } = await desk.team.figures({ scopePattern, after })
    expect(oldest).toMatchObject({ threadId: 'older', scope, lastMessageAt: '2026-03-01T00:00:00.000Z' })
    await desk.reviews.mark({ uids: [oldest?.uid ?? ''], status: 'reviewed' })
    expect((await desk.team.figures({ scopePattern, after })).oldest).toMatchObject({ threadId: 'newer' })
    expect(await desk.team.figures({ scopePattern, after: '2020-01-01T00:00:00Z', before: after })).toMatchObject({
      people: [],
    })
  })
})
