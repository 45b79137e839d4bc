import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inboxRouter, notesRouter } from '../../../server/api/notes-router'
import { createCallerFactory } from '../../../server/api/procedure'
import { threadsRouter } from '../../../server/api/threads-router'
import type { Principal } from '../../../server/auth/principal'
import { notifyAssigned } from '../../../server/services/inbox/notify-assigned'
import { withReach } from '../../../server/store/reach'
import { findThread } from '../../../server/store/threads'
import { callContext } from '../../support/call-context'
import { colleague } from '../../support/colleagues'
import { type TestDatabase, testDatabase } from '../../support/database'
import { seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const notesOf = (principal: Principal) => createCallerFactory(notesRouter)(callContext(database, principal))
const inboxOf = (principal: Principal) => createCallerFactory(inboxRouter)(callContext(database, principal))
const threadIn = (tenant: string) =>
  seedWrite(database, { scope: { tenant, subject: '' }, threadId: 's', messages: [user('Where is it?')] })
const kindsOf = async (person: Principal) => (await inboxOf(person).list({})).items.map(({ kind }) => kind)

describe('the inbox', () => {
  it('tells whom a note mentions, then those who follow the thread; never its author', async () => {
    const [ada, ben, cem] = (await Promise.all(['Ada', 'Ben', 'Cem'].map((name) => colleague(database, { name })))) as [
      Awaited<ReturnType<typeof colleague>>,
      Awaited<ReturnType<typeof colleague>>,
      Awaited<ReturnType<typeof colleague>>,
    ]
    const uid = await threadIn('told')
    await notesOf(ada).add({ uid, seq: 1, text: '@Ben, see. And me: @Ada', mentions: [ben.id, ada.id] })
    expect(await kindsOf(ada)).toEqual([])
    const [item] = (await inboxOf(ben).list({})).items
    expect(item).toMatchObject({
      kind: 'mention',
      actor: { id: ada.id },
      thread: { uid, threadId: 's', scope: { tenant: 'told', subject: '' }, messageCount: 1 },
      note: { seq: 1, text: '@Ben, see. And me: @Ada', mentions: [{ name: 'Ben' }, { name: 'Ada' }] },
      isRead: false,
    })
    await notesOf(ben).add({ uid, text: 'Seen.' })
    expect(await kindsOf(ada)).toEqual(['note'])
    await notesOf(cem).add({ uid, text: '@Ben again', mentions: [ben.id] })
    expect(await kindsOf(ada)).toEqual(['note', 'note'])
    expect(await kindsOf(ben)).toEqual(['mention', 'mention'])
    expect(await kindsOf(cem)).toEqual([])
  })

  it('hears of an edit only when it mentions somebody for the first time; a removed note leaves it', async () => {
    const ada = await colleague(database, { name: 'Ada' })
    const ben = await colleague(database, { name: 'Ben' })
    const uid = await threadIn('edited')
    const { id } = await notesOf(ada).add({ uid, text: 'hm' })
    await notesOf(ada).edit({ uid, id, text: '@Ben', mentions: [ben.id] })
    await notesOf(ada).edit({ uid, id, text: '@Ben!', mentions: [ben.id] })
    expect((await inboxOf(ben).list({})).items).toMatchObject([{ kind: 'mention', note: { text: '@Ben!' } }])
    await notesOf(ada).remove({ uid, id })
    expect((await inboxOf(ben).list({})).items).toEqual([])
    expect(await inboxOf(ben).count()).toEqual({ unread: 0, capped: false, newest: null })
  })

  it('is read item by item or up to one, by its owner alone', async () => {
    const ada = await colleague(database, { name: 'Ada' })
    const ben = await colleague(database, { name: 'Ben' })
    const uid = await threadIn('read')
    for (const text of ['one', 'two', 'three']) await notesOf(ada).add({ uid, text, mentions: [ben.id] })
    const items = (await inboxOf(ben).list({})).items
    expect(items.map(({ note }) => note?.text)).toEqual(['three', 'two', 'one'])
    const ids = items.map(({ id }) => id) as [string, string, string]
    expect(await inboxOf(ada).markRead({ ids })).toEqual({ changed: 0 })
    expect(await inboxOf(ben).markRead({ ids: [ids[2]] })).toEqual({ changed: 1 })
    expect(await inboxOf(ben).markRead({ ids: [ids[2]] })).toEqual({ changed: 0 })
    expect(await inboxOf(ben).count()).toEqual({ unread: 2, capped: false, newest: ids[0] })
    expect((await inboxOf(ben).list({ unread: true })).items.map(({ id }) => id)).toEqual([ids[0], ids[1]])
    expect(await inboxOf(ben).markRead({ ids: [ids[2]], read: false })).toEqual({ changed: 1 })
    expect(await inboxOf(ben).markAllRead({ upTo: ids[1] })).toEqual({ changed: 2 })
    expect((await inboxOf(ben).list({ unread: true })).items.map(({ id }) => id)).toEqual([ids[0]])
  })

  it('goes on page by page, and a cursor is its owner’s', async () => {
    const ada = await colleague(database, { name: 'Ada' })
    const ben = await colleague(database, { name: 'Ben' })
    const uid = await threadIn('paged')
    for (let place = 1; place <= 5; place += 1) {
      await notesOf(ada).add({ uid, text: `${place}`, mentions: [ben.id] })
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await inboxOf(ben).list({ limit: 2, cursor })
      seen.push(...page.items.map(({ note }) => note?.text ?? ''))
      cursor = page.nextCursor
      if (cursor) await expect(inboxOf(ada).list({ limit: 2, cursor })).rejects.toThrow(/another list/)
    } while (cursor)
    expect(seen).toEqual(['5', '4', '3', '2', '1'])
  })

  it('shows nothing of a deleted thread until it is restored', async () => {
    const ada = await colleague(database, { name: 'Ada', role: 'lead' })
    const ben = await colleague(database, { name: 'Ben' })
    const uid = await threadIn('gone')
    await notesOf(ada).add({ uid, text: '@Ben', mentions: [ben.id] })
    const threads = createCallerFactory(threadsRouter)(callContext(database, ada))
    await threads.delete({ uid })
    expect([await kindsOf(ben), (await inboxOf(ben).count()).unread]).toEqual([[], 0])
    await threads.restore({ uid })
    expect([await kindsOf(ben), (await inboxOf(ben).count()).unread]).toEqual([['mention'], 1])
  })

  it('says who has given one a thread, unless one took it oneself', async () => {
    const ada = await colleague(database, { name: 'Ada' })
    const ben = await colleague(database, { name: 'Ben' })
    const uid = await threadIn('assigned')
    const all = { kind: 'all' } as const
    await withReach(database.pools.application, all, async ({ client }) => {
      const thread = await findThread(client, { reach: all, scopeId: null, reference: { uid } })
      if (!thread) throw new Error('no thread')
      await notifyAssigned(client, { threads: [thread], assigneeId: ben.id, actor: ada })
      await notifyAssigned(client, { threads: [thread], assigneeId: ada.id, actor: ada })
      await notifyAssigned(client, { threads: [thread], assigneeId: null, actor: ada })
    })
    expect((await inboxOf(ben).list({})).items).toMatchObject([{ kind: 'assigned', actor: { id: ada.id }, note: null }])
    expect(await kindsOf(ada)).toEqual([])
  })
})
