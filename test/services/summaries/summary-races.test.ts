import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobsRouter } from '../../../server/api/jobs-router'
import { createCallerFactory, router } from '../../../server/api/procedure'
import type { ServiceContext } from '../../../server/services/context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, onTheWire, user } from '../../support/memory-caller'
import { type ModelEndpoint, modelEndpoint } from '../../support/model-endpoint'
import { ownerQuery } from '../../support/owner-query'
import { givenTo, summarizedThread, summarizingProcess } from '../../support/summaries'

const createCaller = createCallerFactory(router({ jobs: jobsRouter }))

let database: TestDatabase
let endpoint: ModelEndpoint
let context: ServiceContext

beforeAll(async () => {
  ;[database, endpoint] = await Promise.all([testDatabase(), modelEndpoint()])
  context = summarizingProcess(database, endpoint)
})
afterEach(() => {
  endpoint.requests.length = 0
  endpoint.behave({ kind: 'answer', text: 'A summary.' })
})
afterAll(async () => {
  await context.queue.stop()
  await Promise.all([database.close(), endpoint.close()])
})

const _numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `m${from + index}`)

describe('workers', () => {
  it('T19: two at once make one summary', async () => {
    const thread = await summarizedThread(database, context)
    await thread.writeTurns(1, 2)
    const others: string[] = []
    endpoint.behave({
      kind: 'answer',
      text: async () => {
        for (const more of [{ process: summarizingProcess(database, endpoint) }, { asked: true }]) {
          others.push((await thread.summarize(more)).kind)
        }
        return 'Of the first.'
      },
    })
    expect(await thread.summarize()).toMatchObject({ kind: 'made' })
    expect(others).toEqual(['busy', 'busy'])
    const atOnce = await Promise.all([thread.summarize(), thread.summarize({ asked: true })])
    expect(atOnce).toEqual([{ kind: 'nothing' }, { kind: 'nothing' }])
    expect(endpoint.requests).toHaveLength(1)
    expect((await thread.summaries()).items).toHaveLength(1)
  })

  it('T19: one that was killed holds a thread up no longer than its lease', async () => {
    const thread = await summarizedThread(database, context)
    await thread.writeTurns(1, 2)
    const key = await thread.find()
    // What a process leaves behind that ended in the middle of a request.
    await ownerQuery(
      database,
      `INSERT INTO summary_state (tenant, scope_id, thread_uid, lease_id, leased_until)
       VALUES ($1, $2, $3, gen_random_uuid(), now() + interval '2 minutes')`,
      [key.tenant, key.scopeId, key.uid],
    )
    const held = await thread.summarize()
    expect(held).toMatchObject({ kind: 'busy' })
    if (held.kind === 'busy') expect(held.afterMs).toBeLessThan(121_000)
    expect((await thread.summaries()).state.isRunning).toBe(true)
    await ownerQuery(database, `UPDATE summary_state SET leased_until = now() WHERE thread_uid = $1`, [key.uid])
    expect(await thread.summarize()).toMatchObject({ kind: 'made', versions: [1] })
  })

  it('T19: one whose lease has passed on stores nothing', async () => {
    const thread = await summarizedThread(database, context)
    await thread.writeTurns(1, 2)
    const { uid } = await thread.find()
    endpoint.behave(
      {
        kind: 'answer',
        text: async () => {
          await ownerQuery(database, `UPDATE summary_state SET leased_until = now() WHERE thread_uid = $1`, [uid])
          expect(await thread.summarize()).toMatchObject({ kind: 'made', versions: [1] })
          return 'Of the slow one.'
        },
      },
      { kind: 'answer', text: 'Of the fast one.' },
    )
    expect(await thread.summarize()).toMatchObject({ kind: 'busy' })
    expect((await thread.summaries()).items.map(({ version, text }) => [version, text])).toEqual([
      [1, 'Of the fast one.'],
    ])
  })

  it('gives its lease back when its process stops, and counts no failure', async () => {
    const thread = await summarizedThread(database, context)
    await thread.writeTurns(1, 2)
    const stop = new AbortController()
    endpoint.behave({
      kind: 'answer',
      text: () => {
        stop.abort()
        return new Promise(() => {})
      },
    })
    await expect(thread.summarize({ signal: stop.signal })).rejects.toThrow()
    expect((await thread.summaries()).state).toMatchObject({ isRunning: false, attempts: 0, reason: null })
    endpoint.behave({ kind: 'answer', text: 'Later.' })
    expect(await thread.summarize()).toMatchObject({ kind: 'made' })
  })
})

describe('what happens meanwhile', () => {
  /** Runs `work` while the model is at it. */
  async function meanwhile(thread: Awaited<ReturnType<typeof summarizedThread>>, work: () => Promise<unknown>) {
    const text = async () => {
      await work()
      return 'Made from what was there before.'
    }
    endpoint.behave({ kind: 'answer', text }, { kind: 'answer', text: 'A summary.' })
    return thread.summarize()
  }
  const count = async (uid: string) =>
    (
      await ownerQuery<{ n: number }>(database, 'SELECT count(*)::int AS n FROM summary WHERE thread_uid = $1', [uid])
    )[0]?.n

  it('S3: a thread that is deleted gets none, and one that takes its id has nothing of it', async () => {
    const thread = await summarizedThread(database, context)
    await thread.writeTurns(1, 2)
    const { uid } = await thread.find()
    expect(await meanwhile(thread, () => thread.loci.threads.delete(thread.thread))).toEqual({ kind: 'gone' })
    expect(await count(uid)).toBe(0)
    await thread.writeTurns(1, 2)
    expect((await thread.summaries()).items).toEqual([])
    expect(await thread.summarize()).toMatchObject({ kind: 'made', versions: [1] })
  })

  it('S3: a purge takes summaries and their state with the thread', async () => {
    const thread = await summarizedThread(database, context)
    await thread.writeTurns(1, 2)
    await thread.summarize()
    const { uid } = await thread.find()
    await ownerQuery(database, 'DELETE FROM thread WHERE uid = $1', [uid])
    expect(await count(uid)).toBe(0)
  })

  it('a message that is redacted while it is summarised is in no summary', async () => {
    const thread = await summarizedThread(database, context)
    await thread.writeTurns(1, 2)
    const { uid } = await thread.find()
    const outcome = await meanwhile(thread, () => thread.loci.messages.redact({ ...thread.thread, seq: 1 }))
    expect(outcome).toMatchObject({ kind: 'busy' })
    expect(await count(uid)).toBe(0)
    endpoint.requests.length = 0
    expect(await thread.summarize()).toMatchObject({ kind: 'made' })
    expect(givenTo(endpoint.requests[0]).contents).toEqual(['m2'])
  })

  it('a message that is redacted later takes every version that stands for it, and no number comes twice', async () => {
    const thread = await summarizedThread(database, context)
    await thread.writeTurns(1, 2)
    await thread.summarize()
    await thread.writeTurns(5, 1)
    await thread.summarize()
    await thread.loci.messages.redact({ ...thread.thread, seq: 3 })
    expect((await thread.summaries()).items.map(({ version, toSeq }) => [version, toSeq])).toEqual([[1, 2]])
    expect(await thread.summarize()).toMatchObject({ kind: 'made', versions: [3] })
    await thread.loci.messages.redact({ ...thread.thread, seq: 1 })
    expect((await thread.summaries()).items).toEqual([])
  })

  it('messages that are written meanwhile disturb nothing', async () => {
    const thread = await summarizedThread(database, context)
    await thread.writeTurns(1, 2)
    expect(await meanwhile(thread, () => thread.writeTurns(5, 2))).toMatchObject({ kind: 'made', versions: [1, 2] })
    expect((await thread.summaries()).items.map(({ toSeq }) => toSeq)).toEqual([6, 2])
  })
})

describe('forks', () => {
  it('R1: a fork that is given what was read stores no summary', async () => {
    const thread = await summarizedThread(database, context)
    await thread.writeTurns(1, 2)
    await thread.summarize()
    const { messages } = onTheWire(await thread.loci.memory.read(thread.session))
    expect(messages).toHaveLength(3)
    const fork = { threadId: 'given', fromThreadId: 's', scope: thread.scope, messages }
    expect(await thread.loci.threads.fork(fork)).toMatchObject({ messages: 2 })
    const { items } = onTheWire(await thread.loci.messages.list({ threadId: 'given', scope: thread.scope }))
    expect(items.map(({ message }) => message.content)).toEqual(['m3', 'm4'])
  })

  it('have the summaries whose whole range they have, and go on from there', async () => {
    const thread = await summarizedThread(database, context)
    await thread.writeTurns(1, 2)
    await thread.summarize()
    await thread.writeTurns(5, 2)
    await thread.summarize()
    const forkOf = async (threadId: string, part: object) => {
      await thread.loci.threads.fork({ threadId, fromThreadId: 's', scope: thread.scope, ...part })
      return (await thread.loci.threads.summaries({ threadId, scope: thread.scope })).items
    }
    const { items } = await thread.summaries()
    expect(items.map(({ toSeq }) => toSeq)).toEqual([6, 2])
    expect(await forkOf('whole', {})).toEqual(items)
    expect(await forkOf('up to 4', { upTo: 4 })).toEqual(items.slice(1))
    expect(await forkOf('tail', { lastMessages: 4 })).toEqual([])
    await thread.loci.memory.write({
      sessionId: 'up to 4',
      scope: thread.scope,
      agentName: thread.session.agentName,
      mode: 'append',
      messages: [user('n5'), assistant('n6')],
    })
    endpoint.requests.length = 0
    const job = await thread.loci.threads.summarize({ threadId: 'up to 4', scope: thread.scope })
    expect(job.kind).toBe('summary')
    const { jobs } = createCaller(context)
    await expect.poll(() => jobs.get({ id: job.id })).toMatchObject({ state: 'done', result: { versions: [2] } })
    expect(givenTo(endpoint.requests[0])).toEqual({ memory: 'A summary.', contents: ['m3', 'm4'] })
  })
})
