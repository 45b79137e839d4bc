import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { appRouter } from '../../../server/api/root'
import type { JobView } from '../../../server/schemas/jobs'
import type { OperatorRole } from '../../../server/schemas/setup'
import type { ServiceContext } from '../../../server/services/context'
import { runJob } from '../../../server/services/jobs/run-job'
import { callContext, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(appRouter)
const somebody = (role: OperatorRole) => {
  const context = callContext(database, operatorOf(role))
  const { threads, jobs } = callerOf(context)
  return { context, threads, jobs }
}
const lead = () => somebody('lead')
/** The job when it has ended. */
function ended({ jobs }: ReturnType<typeof somebody>, job: JobView): Promise<JobView> {
  return vi.waitFor(
    async () => {
      const found = await jobs.get({ id: job.id })
      expect(found.finishedAt).not.toBeNull()
      return found
    },
    { timeout: 20_000, interval: 20 },
  )
}
const refused = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.unreachable('it was allowed'),
    (error: { code: string }) => error.code,
  )
async function threadsIn(subject: string, count: number) {
  const scope = { tenant: 'matching', subject }
  const uids: string[] = []
  for (let place = 0; place < count; place += 1) {
    uids.push(await seedWrite(database, { scope, threadId: `t-${place}`, messages: [user('hello')] }))
  }
  return { scope, uids }
}
async function tagsOf(uids: readonly string[]) {
  const tags: Record<string, string>[] = []
  for (const uid of uids) tags.push((await lead().threads.get({ uid })).tags)
  return tags
}
const auditOf = async (jobId: string) => {
  const { rows } = await database.pools.application.query<{ action: string; details: string; object_id: string }>(
    'SELECT action, details, object_id FROM audit_event WHERE details LIKE $1 OR object_id = $2 ORDER BY number',
    [`%${jobId}%`, jobId],
  )
  return rows
}

describe('an operation on all threads that match', () => {
  it('tags them, is audited, and an undo gives back exactly what it changed', async () => {
    const { scope, uids } = await threadsIn('tags', 5)
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = uids
    await lead().threads.update({ uid: first, tags: { topic: 'old', gone: 'x' } })
    await lead().threads.update({ uid: second, tags: { topic: 'new' } })
    await lead().threads.update({ uid: fifth, agentName: 'other' })
    const filters = { agentName: undefined, maxTokens: 1_000 }
    expect(await lead().threads.countMatching({ scope, filters })).toEqual({ threads: 5, messages: 5 })
    const before = await tagsOf(uids)

    const reviewer = somebody('reviewer')
    const job = await ended(
      reviewer,
      await reviewer.threads.tagMatching({ scope, filters, addTags: { topic: 'new' }, removeTags: ['gone'] }),
    )
    expect(job).toMatchObject({ state: 'done', done: 5, total: 5, result: { threads: 4, skipped: 0 } })
    expect(await tagsOf(uids)).toEqual(uids.map(() => ({ topic: 'new' })))
    const audit = await auditOf(job.id)
    expect(audit.map(({ action }) => action).sort()).toEqual([
      ...Array.from({ length: 4 }, () => 'threads.tag'),
      'threads.tagMatching',
    ])
    expect(audit.every(({ details }) => !details.includes('new'))).toBe(true)

    // What somebody changes meanwhile is theirs.
    await lead().threads.update({ uid: third, addTags: { topic: 'mine' } })
    await lead().threads.update({ uid: fourth, addTags: { other: 'kept' } })
    const again = somebody('reviewer')
    const undo = await ended(again, await again.threads.undoMatching({ jobId: job.id }))
    expect(undo).toMatchObject({ state: 'done', result: { threads: 3, skipped: 1 } })
    expect(await tagsOf(uids)).toEqual([before[0], before[1], { topic: 'mine' }, { other: 'kept' }, before[4]])
    const twice = somebody('reviewer')
    const nothing = await ended(twice, await twice.threads.undoMatching({ jobId: job.id }))
    expect(await tagsOf(uids)).toEqual([before[0], before[1], { topic: 'mine' }, { other: 'kept' }, before[4]])
    expect(nothing).toMatchObject({ state: 'done', total: 0 })
  })

  it('means what matched when it was begun, not what comes to match later', async () => {
    const { scope, uids } = await threadsIn('begun', 3)
    const person = lead()
    const begun = await person.threads.tagMatching({ scope, addTags: { batch: '1' } })
    const late = await seedWrite(database, { scope, threadId: 'late', messages: [user('hello')] })
    await ended(person, begun)
    expect(await tagsOf([...uids, late])).toEqual([...uids.map(() => ({ batch: '1' })), {}])
  })

  it('deletes them, and an undo restores those that nobody has restored, deleted anew or replaced', async () => {
    const { scope, uids } = await threadsIn('delete', 4)
    const [first = '', second = ''] = uids
    const person = lead()
    const job = await ended(person, await person.threads.deleteMatching({ scope }))
    expect(job).toMatchObject({ state: 'done', result: { threads: 4, skipped: 0 } })
    expect((await lead().threads.list({ scope })).items).toEqual([])
    await lead().threads.restore({ uid: first })
    await lead().threads.delete({ uid: first })
    await lead().threads.create({ scope, threadId: 't-1' })
    const again = lead()
    const undo = await ended(again, await again.threads.undoMatching({ jobId: job.id }))
    expect(undo).toMatchObject({ state: 'done', result: { threads: 2, skipped: 2 } })
    const living = (await lead().threads.list({ scope })).items.map(({ uid }) => uid)
    expect(living).toEqual(expect.arrayContaining(uids.slice(2)))
    expect(living).not.toContain(first)
    expect(living).not.toContain(second)
  })

  it('is left to the roles that may do it to one thread', async () => {
    const { scope } = await threadsIn('roles', 1)
    expect(await refused(somebody('observer').threads.tagMatching({ scope, addTags: { a: '' } }))).toBe('FORBIDDEN')
    expect(await refused(somebody('reviewer').threads.deleteMatching({ scope }))).toBe('FORBIDDEN')
    const person = lead()
    const job = await ended(person, await person.threads.deleteMatching({ scope }))
    expect(await refused(somebody('reviewer').threads.undoMatching({ jobId: job.id }))).toBe('FORBIDDEN')
    expect(await refused(somebody('reviewer').jobs.cancel({ id: job.id }))).toBe('FORBIDDEN')
    expect(await refused(lead().threads.deleteMatching({ filters: {} }))).toBe('BAD_REQUEST')
  })

  it('is cancelled between two parts: what it did stays, and can be taken back', async () => {
    const { scope, uids } = await threadsIn('cancel', 205)
    const person = somebody('reviewer')
    const job = await person.threads.tagMatching({ scope, addTags: { batch: '2' } })
    await person.jobs.cancel({ id: job.id })
    const stopped = await ended(person, job)
    const tagged = (await tagsOf(uids)).filter(({ batch }) => batch === '2').length
    expect(stopped.done % 100 === 0 || stopped.done === 205).toBe(true)
    expect(tagged).toBeGreaterThanOrEqual(stopped.done)
    const again = somebody('reviewer')
    await ended(again, await again.threads.undoMatching({ jobId: job.id }))
    expect((await tagsOf(uids)).every(({ batch }) => batch === undefined)).toBe(true)
  })

  it('whose preparation fails leaves a failed job and tells the caller', async () => {
    const context: ServiceContext = lead().context
    const job = runJob(context, {
      kind: 'a test',
      total: null,
      prepare: () => Promise.reject(new TypeError('no')),
      work: () => expect.unreachable('it was not prepared'),
    })
    await expect(job).rejects.toThrow('no')
    const { rows } = await database.pools.application.query("SELECT state FROM job WHERE kind = 'a test'")
    expect(rows).toEqual([{ state: 'failed' }])
  })
})
