import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Loci } from '../../../sdk/client'
import { createTransport, type Transport } from '../../../sdk/transport'
import type { JobView } from '../../../server/schemas/jobs'
import { INTERRUPTED } from '../../../server/services/jobs/run-job'
import { RunningJobs } from '../../../server/services/jobs/running-jobs'
import { startLoadSamples } from '../../../server/services/samples/start-samples'
import { failInterruptedJobs } from '../../../server/store/jobs'
import { type TestServer, testServer } from '../../support/server'

let server: TestServer
let key: string
let call: Transport

beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
  call = createTransport({ url: server.url, key })
})
afterAll(() => server.close())

const everything = { scopePattern: { all: true } } as const
const start = (what: 'load' | 'remove') => call<JobView>(`samples.${what}`, {}, { isRepeatable: false })
const look = (id: string) => call<JobView>('jobs.get', { id }, { isRepeatable: true })
const patience = { timeout: 120_000, interval: 50 }

async function ended(job: JobView): Promise<JobView> {
  await expect.poll(async () => (await look(job.id)).state, patience).not.toBe('running')
  return look(job.id)
}

async function done<Result>(job: JobView): Promise<Result> {
  const end = await ended(job)
  expect(end).toMatchObject({ state: 'done', done: end.total, error: null })
  return end.result as Result
}

const load = async () => done<{ threads: number; messages: number }>(await start('load'))
const remove = async () => done<{ threads: number }>(await start('remove'))
const threads = async (more = {}) =>
  (
    await new Loci({ url: server.url, key })
      .for({ tenant: 'mine' })
      .threads.list({ ...everything, limit: 200, ...more })
  ).items

describe('samples', () => {
  it('load some thirty conversations once, and are taken away but for what somebody went on with', async () => {
    const scoped = new Loci({ url: server.url, key }).for({ tenant: 'mine', subject: 'u1' })
    await scoped.memory.write({ sessionId: 'own', messages: [{ role: 'user', content: 'keep me' }] })

    const first = await load()
    expect(first.threads).toBeGreaterThanOrEqual(30)
    expect((await load()).messages).toBe(0)
    const items = await threads()
    expect(items).toHaveLength(first.threads + 1)
    expect(new Set(items.map((thread) => thread.agentName)).size).toBeGreaterThanOrEqual(5)
    expect(items.filter((thread) => thread.parentUid !== null).length).toBeGreaterThanOrEqual(3)
    expect(items.some((thread) => thread.messageCount > 500)).toBe(true)
    const times = items.map((thread) => Date.parse(thread.lastMessageAt ?? ''))
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(86_400_000)

    const touched = new Loci({ url: server.url, key }).for({ tenant: 'lumen', subject: 'u-0418' })
    await touched.messages.append({
      threadId: 'address-change',
      messages: [{ role: 'user', content: 'one more thing' }],
    })
    expect(await remove()).toEqual({ threads: first.threads })
    expect((await threads()).map((thread) => thread.threadId)).toEqual(['own'])
    expect((await threads({ deleted: true })).map((thread) => thread.threadId)).toEqual(['address-change'])
    expect(await remove()).toEqual({ threads: 0 })
  }, 120_000)

  it('answer the running job when asked again, by whomever; the other way waits for its end', async () => {
    const job = await start('load')
    expect(job).toMatchObject({ kind: 'samples.load', state: 'running', done: 0 })
    expect(job.total).toBeGreaterThanOrEqual(30)
    const other = createTransport({ url: server.url, key: await server.createKey() })
    const again = await Promise.all([start('load'), other<JobView>('samples.load', {}, { isRepeatable: false })])
    expect(again.map(({ id }) => id)).toEqual([job.id, job.id])
    expect(await other('jobs.get', { id: job.id }, { isRepeatable: true })).toMatchObject({ id: job.id })
    await expect(start('remove')).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(other('jobs.cancel', { id: job.id }, { isRepeatable: false })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await done(job)
    await remove()
  }, 120_000)

  it('that were cut off by the end of their process are whole after another start, and can be taken away before', async () => {
    const principal = { kind: 'system' } as const
    const interrupted = async () => {
      const process = { ...server.services, runningJobs: new RunningJobs(), principal, requestId: 'r' }
      const job = await startLoadSamples(process)
      await expect.poll(async () => (await threads()).length, patience).toBeGreaterThan(3)
      await process.runningJobs.stop()
      expect(await look(job.id)).toMatchObject({ state: 'failed', error: INTERRUPTED })
    }
    await interrupted()
    // As a process leaves it that had no time to say anything.
    await server.services.database.pools.background.query(
      `UPDATE job SET state = 'running', finished_at = NULL, updated_at = now() - interval '2 minutes'`,
    )
    const half = (await threads()).filter((thread) => thread.tags.sample === '')
    const whole = await load()
    expect(await failInterruptedJobs(server.services.database.pools.background, { error: 'x', aliveSince: null })).toBe(
      // All jobs of this file were set back to running.
      (await server.services.database.pools.background.query(`SELECT 1 FROM job WHERE error = 'x'`)).rowCount,
    )
    const items = (await threads()).filter((thread) => thread.threadId !== 'own')
    expect(items).toHaveLength(whole.threads)
    expect(items.every((thread) => thread.tags.sample === '' && thread.lastMessageAt !== null)).toBe(true)
    expect(items.map(({ uid }) => uid)).toEqual(expect.arrayContaining(half.map(({ uid }) => uid)))
    await remove()
    await interrupted()
    await remove()
    expect((await threads()).map((thread) => thread.threadId)).toEqual(['own'])
  }, 120_000)
})
