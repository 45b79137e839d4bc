import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { appRouter } from '../../../server/api/root'
import { keepHouse } from '../../../server/jobs/housekeeping'
import type { ImportResult, JobView } from '../../../server/schemas/jobs'
import type { OperatorRole } from '../../../server/schemas/setup'
import { openExport } from '../../../server/services/exports/open-export'
import { callContext, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { freshScope } from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'
import { seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(appRouter)
const somebody = (role: OperatorRole) => {
  const context = callContext(database, operatorOf(role))
  const { jobs, exports, imports, threads } = callerOf(context)
  return { context, jobs, exports, imports, threads }
}
const lead = () => somebody('lead')

function ended(job: JobView): Promise<JobView> {
  return vi.waitFor(
    async () => {
      const found = await lead().jobs.get({ id: job.id })
      expect(found.finishedAt).not.toBeNull()
      return found
    },
    { timeout: 20_000, interval: 20 },
  )
}
const entryOf = async (id: string, role: OperatorRole = 'lead') =>
  (await somebody(role).jobs.list({ limit: 200 })).items.find((each) => each.id === id)
/** As a job is after its process was killed in the middle of it. */
const cutOff = (id: string) =>
  ownerQuery(database, `UPDATE job SET state = 'failed', error = 'cut off', result = NULL WHERE id = $1`, [id])

async function textOf(id: string): Promise<string> {
  let text = ''
  for await (const part of (await openExport(lead().context, id)).parts) text += part
  return text
}

describe('jobs.list', () => {
  it('has all jobs, newest first, page by page, by state and by kind', async () => {
    const scope = freshScope()
    await seedWrite(database, { scope, threadId: 't', messages: [user('hello')] })
    const jobs: string[] = []
    for (let count = 0; count < 3; count += 1) {
      jobs.push((await ended(await lead().exports.start({ scope, format: 'csv' }))).id)
    }
    const tagged = await ended(await lead().threads.tagMatching({ scope, addTags: { seen: '' } }))
    const first = await lead().jobs.list({ kinds: ['export'], limit: 2 })
    expect(first.items.map(({ id }) => id)).toEqual(jobs.slice(1).reverse())
    const next = await lead().jobs.list({ kinds: ['export'], limit: 2, cursor: first.nextCursor ?? '' })
    expect(next.items[0]?.id).toBe(jobs[0])
    const [newest] = (await lead().jobs.list({ states: ['done'], limit: 1 })).items
    expect(newest).toMatchObject({ id: tagged.id, kind: 'threads-tag', canUndo: true, canRetry: false, file: null })
    expect(first.items[0]).toMatchObject({ byKind: 'operator', order: { format: 'csv' }, canUndo: false })
    expect(first.items[0]?.file).toBe(`/api/exports/${jobs[2]}`)
    expect((await lead().jobs.list({ states: ['queued'] })).items).toEqual([])
    const observed = await entryOf(tagged.id, 'observer')
    expect(observed).toMatchObject({ canUndo: false, canRetry: false, canCancel: false })
    expect((await entryOf(jobs[0] ?? '', 'observer'))?.file).toBeNull()
  })
})

describe('jobs.retry', () => {
  it('writes an export anew, in the same job, with nothing of the first attempt in it', async () => {
    const scope = freshScope()
    await seedWrite(database, { scope, threadId: 't', messages: [user('hello')] })
    const { id } = await ended(await lead().exports.start({ scope }))
    const text = await textOf(id)
    await cutOff(id)
    expect(await entryOf(id)).toMatchObject({ canRetry: true, error: 'cut off', file: null })
    expect(await ended(await lead().jobs.retry({ id }))).toMatchObject({ id, state: 'done', error: null })
    expect(await textOf(id)).toBe(text)
    await expect(lead().jobs.retry({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const rows = await ownerQuery<{ actor_id: string }>(
      database,
      `SELECT actor_id FROM audit_event WHERE action = 'jobs.retry' AND object_id = $1`,
      [id],
    )
    expect(rows).toHaveLength(1)
  })

  it('imports what is still missing, and nothing twice; its text goes when it is done', async () => {
    const scope = freshScope()
    const text = ['a', 'b \\u0000']
      .map((word) => `{"id":"${word[0]}","messages":[{"role":"user","content":"${word}"}]}`)
      .join('\n')
    const started = await lead().imports.start({ scope, text })
    const { id } = await ended(started)
    const kept = () => ownerQuery<{ text: string }>(database, 'SELECT text FROM import_part WHERE job_id = $1', [id])
    expect(await kept()).toEqual([])
    await cutOff(id)
    await expect(lead().jobs.retry({ id })).rejects.toThrow('choose it again')
    await ownerQuery(database, 'INSERT INTO import_part (job_id, number, text) VALUES ($1, 0, $2)', [
      id,
      JSON.stringify(`${text}\n{"id":"c","messages":[{"role":"user","content":"c"}]}`),
    ])
    await keepHouse(lead().context)
    const result = (await ended(await lead().jobs.retry({ id }))).result as ImportResult
    expect(result).toMatchObject({ threads: 1, messages: 1, unchanged: 2, skippedCount: 0 })
    expect(await kept()).toEqual([])
  })

  it('goes on with an operation where it was cut off, and one can still take all of it back', async () => {
    const scope = freshScope()
    for (const threadId of ['a', 'b', 'c']) await seedWrite(database, { scope, threadId, messages: [user('x')] })
    const { id } = await ended(await lead().threads.tagMatching({ scope, addTags: { seen: '' } }))
    await cutOff(id)
    await ownerQuery(
      database,
      `UPDATE bulk_target SET outcome = NULL, before = NULL WHERE (job_id, thread_uid) IN
         (SELECT job_id, thread_uid FROM bulk_target WHERE job_id = $1 LIMIT 1)`,
      [id],
    )
    await ended(await lead().jobs.retry({ id }))
    expect(await ownerQuery(database, 'SELECT 1 FROM bulk_target WHERE job_id = $1 AND outcome IS NULL', [id])).toEqual(
      [],
    )
    const undo = await ended(await lead().threads.undoMatching({ jobId: id }))
    expect(undo).toMatchObject({ state: 'done' })
    expect(await entryOf(id)).toMatchObject({ canUndo: false })
    await cutOff(undo.id)
    expect(await ended(await lead().jobs.retry({ id: undo.id }))).toMatchObject({ state: 'done' })
  })

  it('is for whoever could have begun it; a job of which nothing is known is not begun by guess', async () => {
    const scope = freshScope()
    const { id } = await ended(await lead().exports.start({ scope }))
    await cutOff(id)
    await expect(somebody('reviewer').jobs.retry({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await ownerQuery(database, `UPDATE job SET input = '{}' WHERE id = $1`, [id])
    expect(await entryOf(id)).toMatchObject({ canRetry: false })
    await expect(lead().jobs.retry({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(lead().jobs.retry({ id: '0190a000-0000-7000-8000-00000000dead' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
