import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overviewRouter } from '../../../server/api/overview-router'
import { createCallerFactory } from '../../../server/api/procedure'
import { scopesRouter } from '../../../server/api/scopes-router'
import { threadsRouter } from '../../../server/api/threads-router'
import { withReach } from '../../../server/store/reach'
import { countOverview } from '../../../server/store/scopes-overview'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const lead = () => callContext(database, operatorOf('lead'))
const scopesOf = () => createCallerFactory(scopesRouter)(lead())
const threadsOf = () => createCallerFactory(threadsRouter)(lead())

describe('scopes.list', () => {
  it('shows scopes with living threads, with what they hold, page by page', async () => {
    const subjects = ['', 'ann', 'bob%', 'x'.repeat(512)]
    for (const subject of subjects) {
      const scope = { tenant: 'acme', subject }
      await seedWrite(database, { scope, threadId: 'a', messages: [user('one'), assistant('two')] })
      await threadsOf().create({ scope, threadId: 'b' })
    }
    await threadsOf().create({ scope: { tenant: 'gone' }, threadId: 'a' })
    await threadsOf().delete({ scope: { tenant: 'gone' }, threadId: 'a' })
    await threadsOf().create({ scope: { tenant: 'other', subject: 'ann' }, threadId: 'a' })
    const { items } = await scopesOf().list({})
    expect(items.map(({ scope }) => [scope.tenant, scope.subject])).toEqual([
      ...subjects.map((subject) => ['acme', subject]),
      ['other', 'ann'],
    ])
    const thread = (await threadsOf().list({ scope: { tenant: 'acme', subject: 'ann' } })).items[0]
    const { tokenCount: tokens, lastMessageAt } = thread ?? {}
    expect(items[1]).toEqual({
      scope: { tenant: 'acme', subject: 'ann' },
      threads: 2,
      messages: 2,
      tokens,
      lastMessageAt,
    })
    expect(items.at(-1)).toMatchObject({ threads: 1, messages: 0, tokens: 0, lastMessageAt: null })
    const paged: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await scopesOf().list({ limit: 2, cursor })
      paged.push(...page.items)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(items)
    const found = async (input: { text?: string; tenant?: string }) =>
      (await scopesOf().list(input)).items.map(({ scope }) => `${scope.tenant}/${scope.subject}`)
    expect(await found({ text: 'ANN' })).toEqual(['acme/ann', 'other/ann'])
    expect(await found({ text: '%' })).toEqual(['acme/bob%'])
    expect(await found({ tenant: 'other' })).toEqual(['other/ann'])
    const first = await scopesOf().list({ limit: 1 })
    const misused = scopesOf().list({ tenant: 'acme', cursor: first.nextCursor ?? '' })
    await expect(misused).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is not for keys', async () => {
    const key = callContext(database, keyOf({ kind: 'all' }))
    await expect(createCallerFactory(scopesRouter)(key).list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(createCallerFactory(overviewRouter)(key).get()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('overview.get', () => {
  it('counts up to a cap and says so', async () => {
    const scope = { tenant: 'many', subject: '' }
    const overview = createCallerFactory(overviewRouter)(lead())
    const before = await overview.get()
    expect(before).toMatchObject({
      threads: { capped: false },
      scopes: { capped: false },
      hasKeys: false,
      hasSamples: false,
    })
    await withReach(database.pools.background, { kind: 'scope', ...scope }, async ({ client }) => {
      await client.query(`SELECT loci_make_scope('many', '', $1)`, [uuidv7()])
      await client.query(
        `INSERT INTO thread (tenant, scope_id, uid, thread_id, counter)
         SELECT 'many', current_setting('loci.scope')::uuid, gen_random_uuid(), n::text, 'x' FROM generate_series(1, 9999) n`,
      )
    })
    expect(await threadsOf().count({ scope })).toEqual({ count: 9_999, capped: false })
    await threadsOf().create({ scope })
    expect(await threadsOf().count({ scope })).toEqual({ count: 10_000, capped: true })
    await threadsOf().create({ scope })
    expect(await threadsOf().count({ scope })).toEqual({ count: 10_000, capped: true })
    expect((await overview.get()).threads).toEqual({ count: 10_000, capped: true })
    expect((await overview.get()).trash).toEqual(before.trash)
    const small = await withReach(database.pools.application, { kind: 'all' }, ({ client }) =>
      countOverview(client, { cap: 2, tenants: null }),
    )
    expect(small).toMatchObject({ threads: 2, scopes: 2 })
  })
})
