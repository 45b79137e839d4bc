import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { workOnSummaries } from '../../server/jobs/summaries'
import type { ServiceContext } from '../../server/services/context'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, user } from '../support/memory-caller'
import { type ModelEndpoint, modelEndpoint } from '../support/model-endpoint'
import { ownerQuery } from '../support/owner-query'
import { summarizedThread, summarizingProcess } from '../support/summaries'

let database: TestDatabase
let endpoint: ModelEndpoint
let agentSide: ServiceContext
const opened: ServiceContext[] = []

beforeAll(async () => {
  ;[database, endpoint] = await Promise.all([testDatabase(), modelEndpoint()])
  agentSide = summarizingProcess(database, endpoint)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ queue }) => queue.stop()))
  await ownerQuery(database, 'DELETE FROM pgboss.job')
  endpoint.requests.length = 0
})
afterAll(async () => {
  await agentSide.queue.stop()
  await Promise.all([database.close(), endpoint.close()])
})

/** A process that works, beside the one that the agent speaks to. */
function startWorker(): ServiceContext {
  const process = summarizingProcess(database, endpoint)
  opened.push(process)
  workOnSummaries(process)
  process.queue.start()
  return process
}

const patience = { timeout: 15_000 }
const waitingJobs = () =>
  ownerQuery<{ state: string; waits: boolean }>(
    database,
    `SELECT state::text, start_after > now() + interval '5 seconds' AS waits FROM pgboss.job WHERE state <> 'completed'`,
  )

describe('summaries in the background', () => {
  it('W1: follow a write on their own, made by any process, one at a time', async () => {
    endpoint.behave({ kind: 'answer', text: 'By itself.' })
    const thread = await summarizedThread(database, agentSide)
    startWorker()
    startWorker()
    await thread.writeTurns(1, 2)
    await expect.poll(async () => (await thread.summaries()).items.length, patience).toBe(1)
    await thread.writeTurns(5, 1)
    await expect.poll(async () => (await thread.summaries()).items[0]?.toSeq, patience).toBe(4)
    expect(endpoint.requests).toHaveLength(2)
    expect(await waitingJobs()).toEqual([])
  })

  it('come back to a thread whose model has failed, and not before its time', async () => {
    endpoint.behave({ kind: 'status', status: 503 })
    const thread = await summarizedThread(database, agentSide)
    startWorker()
    await thread.writeTurns(1, 2)
    await expect.poll(async () => (await thread.summaries()).state.reason, patience).toBe('failed')
    await expect.poll(waitingJobs, patience).toEqual([{ state: 'created', waits: true }])
    // More writes change nothing about that: one job waits.
    await thread.writeTurns(5, 3)
    await expect.poll(waitingJobs, patience).toEqual([{ state: 'created', waits: true }])
    expect(endpoint.requests).toHaveLength(1)
  })

  it('cost a write nothing but a look at what is known: no job for a window without summaries', async () => {
    const thread = await summarizedThread(database, agentSide)
    const messages = Array.from({ length: 6 }, (_, index) => (index % 2 ? assistant('b') : user('a')))
    await thread.loci.memory.write({ ...thread.session, agentName: 'another', messages })
    // What the write has sent is in the queue before this one.
    await new Promise((resolve) => setImmediate(resolve))
    await agentSide.queue.send('summaries', { tenant: '', scopeId: '', uid: 'mine' }, { afterMs: 60_000 })
    expect(await waitingJobs()).toEqual([{ state: 'created', waits: true }])
  })

  it('heal: a read asks again for what a lost signal has left out', async () => {
    endpoint.behave({ kind: 'answer', text: 'By a read.' })
    const thread = await summarizedThread(database, agentSide)
    await thread.writeTurns(1, 2)
    await new Promise((resolve) => setImmediate(resolve))
    await agentSide.queue.send('summaries', { tenant: '', scopeId: '', uid: 'mine' })
    await ownerQuery(database, 'DELETE FROM pgboss.job')
    startWorker()
    const reader = summarizingProcess(database, endpoint)
    opened.push(reader)
    await callerOn(reader).memory.read(thread.session)
    await expect.poll(async () => (await thread.summaries()).items[0]?.text, patience).toBe('By a read.')
  })
})
