import { once } from 'node:events'
import { createRequire } from 'node:module'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { installJobQueue, queueVersion } from '../../server/database/job-queue'
import { openPools } from '../../server/database/pools'
import { createJobQueue, type JobData, type JobQueue } from '../../server/jobs/queue'
import { type TestDatabase, testDatabase } from '../support/database'
import { ownerQuery } from '../support/owner-query'

let database: TestDatabase
const opened: JobQueue[] = []
const silent = { warn: () => {} }

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((queue) => queue.stop()))
  await ownerQuery(database, 'DELETE FROM pgboss.job')
})
afterAll(() => database.close())

/** A process of its own on the queues. */
function open(pool: pg.Pool = database.pools.jobs, log: { warn(error: object): void } = silent): JobQueue {
  const queue = createJobQueue({ pool, isAvailable: true, log })
  opened.push(queue)
  return queue
}

const job = (uid: string): JobData['summaries'] => ({ tenant: 't', scopeId: 's', uid })

/** What a worker was given, and a promise for a number of them. */
function record() {
  const seen: string[] = []
  const events = new EventTarget()
  return {
    seen,
    add: (uid: string) => {
      seen.push(uid)
      events.dispatchEvent(new Event('seen'))
    },
    until: async (count: number) => {
      while (seen.length < count) await once(events, 'seen')
      return [...seen].sort()
    },
  }
}

describe('the job queue', () => {
  it('gives each job to one of the processes on the database', async () => {
    const [one, other] = [open(), open()]
    const taken = record()
    for (const queue of [one, other]) {
      queue.work('summaries', { batch: 3, concurrency: 2, pollMs: 20 }, async (jobs) => {
        for (const { uid } of jobs) taken.add(uid)
      })
      queue.start()
    }
    const uids = Array.from({ length: 40 }, (_, index) => `u${String(index).padStart(2, '0')}`)
    for (const uid of uids) await one.send('summaries', job(uid))
    expect(await taken.until(uids.length)).toEqual(uids)
    await Promise.all([one.stop(), other.stop()])
    const states = await ownerQuery(database, 'SELECT DISTINCT state::text FROM pgboss.job')
    expect(states).toEqual([{ state: 'completed' }])
  })

  it('keeps one waiting job of a key, and lets another wait while one runs', async () => {
    const queue = open()
    expect(await queue.send('summaries', job('a'), { key: 'a' })).not.toBeNull()
    expect(await queue.send('summaries', job('a'), { key: 'a' })).toBeNull()
    expect(await queue.send('summaries', job('b'), { key: 'b' })).not.toBeNull()
    const taken = record()
    let sentWhileRunning: string | null = null
    queue.work('summaries', { pollMs: 20 }, async ([first]) => {
      if (first?.uid === 'a' && sentWhileRunning === null) {
        sentWhileRunning = await queue.send('summaries', job('a'), { key: 'a' })
      }
      taken.add(first?.uid ?? '')
    })
    queue.start()
    expect(await taken.until(3)).toEqual(['a', 'a', 'b'])
    expect(sentWhileRunning).not.toBeNull()
  })

  it('gives a job that failed again, later, and tells no reason in its row', async () => {
    const queue = open()
    const taken = record()
    queue.work('summaries', { pollMs: 20 }, async ([first]) => {
      taken.add(first?.uid ?? '')
      throw new Error('secret words')
    })
    await queue.send('summaries', job('a'))
    queue.start()
    await taken.until(1)
    await queue.stop()
    const rows = await ownerQuery<{ state: string; wait: number; output: unknown }>(
      database,
      `SELECT state::text, extract(epoch FROM start_after - now())::float8 AS wait, output FROM pgboss.job`,
    )
    expect(rows).toEqual([{ state: 'retry', wait: expect.any(Number), output: null }])
    expect(rows[0]?.wait).toBeGreaterThan(5)
  })

  it('sends within a transaction: what is rolled back was never sent', async () => {
    const queue = open()
    const client = await database.pools.application.connect()
    await client.query('BEGIN')
    await queue.send('summaries', job('a'), { client })
    await client.query('ROLLBACK')
    client.release()
    expect(await ownerQuery(database, 'SELECT id FROM pgboss.job')).toEqual([])
  })

  it('waits at its end for what runs', async () => {
    const queue = open()
    const begun = record()
    let finished = false
    queue.work('summaries', { pollMs: 20 }, async () => {
      begun.add('a')
      await new Promise((resolve) => setImmediate(resolve))
      finished = true
    })
    queue.start()
    await queue.send('summaries', job('a'))
    await begun.until(1)
    await queue.stop()
    expect(finished).toBe(true)
    expect(await queue.send('summaries', job('b'))).toBeNull()
  })

  it('outlives a database that is away, and says so once', async () => {
    const away = new pg.Pool({ host: '127.0.0.1', port: 9, user: 'nobody' })
    const warnings = record()
    const queue = open(away, { warn: () => warnings.add('warned') })
    queue.work('summaries', { pollMs: 5 }, async () => {})
    queue.start()
    await warnings.until(1)
    await queue.stop()
    expect(warnings.seen).toEqual(['warned'])
    await away.end()
  })
})

describe('the installation of the job queue', () => {
  it('lets the application use the queues and make none', async () => {
    const make = database.pools.jobs.query(`CREATE TABLE pgboss.mine (id int)`)
    await expect(make).rejects.toThrow(/permission denied/)
    await expect(database.pools.jobs.query(`SELECT * FROM pgboss.schedule`)).rejects.toThrow(/permission denied/)
  })

  it('knows the form of the installed pg-boss, so that a start installs nothing again', async () => {
    const { schema } = createRequire(import.meta.url)('pg-boss/version.json')
    expect(await ownerQuery(database, 'SELECT version FROM pgboss.version')).toEqual([{ version: schema }])
    expect(queueVersion).toBe(schema)
  })

  it('says in one line that there are no background jobs where the owner may make no schema', async () => {
    const name = `queueless_${database.url.split('_').at(-1)}`
    const superuser = new pg.Client({ connectionString: inject('engine').superuserUrl })
    await superuser.connect()
    await superuser.query(`CREATE ROLE ${name} LOGIN PASSWORD 'p'`)
    await superuser.query(`CREATE DATABASE ${name}`)
    const url = new URL(database.ownerUrl)
    url.pathname = `/${name}`
    url.username = name
    url.password = 'p'
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    const lines: string[] = []
    const log = { info: () => {}, warn: (line: string) => lines.push(line) }
    try {
      await client.query('BEGIN')
      expect(await installJobQueue({ ownerUrl: url.href, client, role: name, log })).toBe(false)
      await client.query('SELECT 1')
      expect(lines).toEqual([expect.stringContaining('no background jobs')])
    } finally {
      await client.end()
      await superuser.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await superuser.query(`DROP ROLE ${name}`)
      await superuser.end()
    }
    const pools = openPools({ url: database.url, log: silent })
    const queue = createJobQueue({ pool: pools.jobs, isAvailable: false, log: silent })
    expect(await queue.send('summaries', job('a'))).toBeNull()
    await queue.stop()
    await pools.end()
  })
})
