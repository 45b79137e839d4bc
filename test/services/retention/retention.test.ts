import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erasuresRouter, holdsRouter } from '../../../server/api/erasures-router'
import { createCallerFactory, router } from '../../../server/api/procedure'
import { retentionRouter } from '../../../server/api/retention-router'
import { threadsRouter } from '../../../server/api/threads-router'
import { followRetention } from '../../../server/services/retention/follow-retention'
import { callContext, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { ownerQuery } from '../../support/owner-query'
import { seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(
  router({ retention: retentionRouter, threads: threadsRouter, holds: holdsRouter, erasures: erasuresRouter }),
)
const admin = () => callerOf(callContext(database, operatorOf('admin')))
const follow = () => followRetention(callContext(database, { kind: 'system' }), { everyHours: 0 })

/** A thread that nobody has used for so many days. */
async function seed(threadId: string, days: number, more: { agentName?: string; subject?: string } = {}) {
  const scope = { tenant: 'retention', subject: more.subject ?? '' }
  const uid = await seedWrite(database, { scope, threadId, messages: [user('hello')], agentName: more.agentName })
  await age(uid, days)
  return uid
}

const age = (uid: string, days: number) =>
  ownerQuery(
    database,
    `UPDATE thread SET accessed_at = now() - $2 * interval '1 day', updated_at = now() - $2 * interval '1 day' WHERE uid = $1`,
    [uid, days],
  )

const living = async () =>
  (await admin().threads.list({ scopePattern: { tenant: 'retention' } })).items.map(({ threadId }) => threadId).sort()

describe('retention by last use', () => {
  it('follows the most particular rule, says before what would go, and keeps what is under legal hold', async () => {
    await seed('old', 40)
    await seed('young', 5)
    await seed('agent', 40, { agentName: 'archivist' })
    const tagged = await seed('tagged', 5)
    await admin().threads.update({ uid: tagged, tags: { kind: 'smoke' } })
    await age(tagged, 5)
    await seed('held', 50, { subject: 'ann' })
    const { id: holdId } = await admin().holds.place({ tenant: 'retention', subject: 'ann', reason: 'Case 1' })

    expect(await admin().retention.list()).toEqual({ items: [], ranAt: null })
    expect(await follow()).toBe(0)
    expect(await admin().retention.preview({ kind: 'all', days: 30 })).toMatchObject({
      threads: 2,
      held: 1,
      examples: [{ threadId: 'old' }, { threadId: 'agent' }],
    })
    await admin().retention.save({ kind: 'agent', agentName: 'archivist', days: 365 })
    const preview = await admin().retention.preview({ kind: 'all', days: 30 })
    expect(preview).toMatchObject({ threads: 1, held: 1, examples: [{ threadId: 'old' }] })
    expect(Date.now() - Date.parse(preview.oldestAt ?? '')).toBeGreaterThan(39 * 86_400_000)
    const { id } = await admin().retention.save({ kind: 'all', days: 30 })
    await admin().retention.save({ kind: 'tag', tag: { key: 'kind', value: 'smoke' }, days: 3 })
    expect(await living()).toEqual(['agent', 'held', 'old', 'tagged', 'young'])

    expect(await follow()).toBe(2)
    expect(await living()).toEqual(['agent', 'held', 'young'])
    expect((await admin().retention.list()).ranAt).not.toBeNull()
    const events = await ownerQuery<{ object_id: string; details: string }>(
      database,
      `SELECT object_id, details FROM audit_event WHERE action = 'retention.trash'`,
    )
    expect(events).toEqual([{ object_id: 'retention', details: JSON.stringify({ threads: 2 }) }])

    // Whoever restores one has used it.
    await admin().threads.restore({ scope: { tenant: 'retention', subject: '' }, threadId: 'old' })
    expect(await follow()).toBe(0)
    await admin().holds.lift({ id: holdId })
    expect(await follow()).toBe(1)
    expect(await living()).toEqual(['agent', 'old', 'young'])

    // One rule of a kind for the same threads.
    expect(await admin().retention.save({ kind: 'all', days: 4 })).toMatchObject({ id, days: 4 })
    expect((await admin().retention.list()).items.map(({ kind, days }) => [kind, days])).toEqual([
      ['all', 4],
      ['agent', 365],
      ['tag', 3],
    ])
    expect(await admin().retention.remove({ id })).toEqual({ removed: 1 })
    expect(await admin().retention.remove({ id })).toEqual({ removed: 0 })
    expect(await follow()).toBe(0)
  })

  it('is followed once a day, by one of all processes, and set by people who see every tenant', async () => {
    await admin().retention.save({ kind: 'agent', agentName: uuidv7(), days: 10 })
    await ownerQuery(database, 'UPDATE installation SET retention_at = NULL')
    const uid = await seed('due', 400)
    await admin().retention.save({ kind: 'all', days: 300 })
    const services = callContext(database, { kind: 'system' })
    const gone = await Promise.all([1, 2, 3].map(() => followRetention(services)))
    expect(gone.sort()).toEqual([0, 0, 1])
    await admin().threads.restore({ uid })
    await age(uid, 400)
    expect(await followRetention(services)).toBe(0)

    const principal = operatorOf('admin')
    const limited = callerOf(callContext(database, { ...principal, tenants: ['retention'] } as typeof principal))
    for (const call of [
      () => limited.retention.list(),
      () => limited.retention.preview({ kind: 'all', days: 1 }),
      () => limited.retention.save({ kind: 'all', days: 1 }),
      () => callerOf(callContext(database, operatorOf('lead'))).retention.save({ kind: 'all', days: 1 }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    for (const rule of [
      { kind: 'all', days: 0 },
      { kind: 'agent', days: 1 },
      { kind: 'all', agentName: 'x', days: 1 },
      { kind: 'tag', days: 1 },
    ] as const) {
      await expect(admin().retention.preview(rule)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })
})
