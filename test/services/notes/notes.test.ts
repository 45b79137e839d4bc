import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notesRouter, peopleRouter } from '../../../server/api/notes-router'
import { createCallerFactory } from '../../../server/api/procedure'
import { threadsRouter } from '../../../server/api/threads-router'
import type { Principal } from '../../../server/auth/principal'
import { watchThread } from '../../../server/services/live/watch-thread'
import { exportedNotes, mayExportNotes } from '../../../server/services/notes/exported-notes'
import { withReach } from '../../../server/store/reach'
import { findThread } from '../../../server/store/threads'
import { callContext, keyOf } from '../../support/call-context'
import { colleague } from '../../support/colleagues'
import { type TestDatabase, testDatabase } from '../../support/database'
import { ownerQuery } from '../../support/owner-query'
import { assistant, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const notesOf = (principal: Principal) => createCallerFactory(notesRouter)(callContext(database, principal))
const threadsOf = (principal: Principal) => createCallerFactory(threadsRouter)(callContext(database, principal))
const refused = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.unreachable('it was allowed'),
    (error: { cause: { code: string } }) => error.cause.code,
  )
const threadIn = (tenant: string) =>
  seedWrite(database, {
    scope: { tenant, subject: 'one' },
    threadId: 's',
    messages: [user('Where is it?'), assistant('On its way')],
  })

describe('notes', () => {
  it('stand on a thread or a message, as they were written, the oldest first', async () => {
    const ada = await colleague(database, { name: 'Ada' })
    const ben = await colleague(database, { name: 'Ben', role: 'developer' })
    const uid = await threadIn('written')
    const first = await notesOf(ada).add({ uid, text: '  <b>Look</b> at **this**\n' })
    expect(first).toMatchObject({ seq: null, text: '  <b>Look</b> at **this**\n', isOwn: true, canRemove: true })
    expect(first).toMatchObject({ author: { id: ada.id, name: 'Ada', email: ada.email }, editedAt: null })
    const second = await notesOf(ada).add({
      scope: { tenant: 'written', subject: 'one' },
      threadId: 's',
      seq: 2,
      text: 'x',
    })
    expect((await notesOf(ada).list({ uid })).items).toEqual([first, second])
    expect((await notesOf(ben).list({ uid })).items).toMatchObject([
      { id: first.id, isOwn: false, canRemove: false },
      { id: second.id, seq: 2 },
    ])
  })

  it('are refused on what is not there, when blank, and when they are too long', async () => {
    const ada = await colleague(database, { name: 'Ada' })
    const uid = await threadIn('refused')
    expect(await refused(notesOf(ada).add({ uid, seq: 3, text: 'x' }))).toBe('NOT_FOUND')
    expect(await refused(notesOf(ada).add({ uid: ada.id, text: 'x' }))).toBe('NOT_FOUND')
    for (const text of [' \n', 'é'.repeat(2_049), 'a\u0000b']) {
      expect(await refused(notesOf(ada).add({ uid, text }))).toBe('INVALID_INPUT')
    }
    expect(await refused(notesOf(ada).add({ uid, text: 'x', mentions: ['nobody'] }))).toBe('INVALID_INPUT')
    expect((await notesOf(ada).list({ uid })).items).toEqual([])
  })

  it('are changed by their author, and taken away by the author, leads and admins', async () => {
    const ada = await colleague(database, { name: 'Ada' })
    const ben = await colleague(database, { name: 'Ben' })
    const lead = await colleague(database, { name: 'Lea', role: 'lead' })
    const uid = await threadIn('changed')
    const { id } = await notesOf(ada).add({ uid, text: 'one' })
    expect(await refused(notesOf(ben).edit({ uid, id, text: 'no' }))).toBe('FORBIDDEN')
    expect(await refused(notesOf(lead).edit({ uid, id, text: 'no' }))).toBe('FORBIDDEN')
    expect(await refused(notesOf(ben).remove({ uid, id }))).toBe('FORBIDDEN')
    const edited = await notesOf(ada).edit({ uid, id, text: 'two' })
    expect(edited).toMatchObject({ text: 'two', editedAt: expect.any(String) })
    expect((await notesOf(lead).list({ uid })).items).toMatchObject([{ text: 'two', isOwn: false, canRemove: true }])
    expect(await notesOf(lead).remove({ uid, id })).toEqual({ removed: 1 })
    expect(await notesOf(ada).remove({ uid, id })).toEqual({ removed: 0 })
    expect(await refused(notesOf(ada).edit({ uid, id, text: 'three' }))).toBe('NOT_FOUND')
    const audited = await ownerQuery<{ object_id: string }>(
      database,
      `SELECT object_id FROM audit_event WHERE action = 'notes.remove' AND details::json ->> 'note' = $1`,
      [id],
    )
    expect(audited).toEqual([{ object_id: uid }])
  })

  it('move nothing of the thread, and no fork takes them along', async () => {
    const ada = await colleague(database, { name: 'Ada', role: 'lead' })
    const uid = await threadIn('kept')
    const before = await threadsOf(ada).get({ uid })
    await notesOf(ada).add({ uid, seq: 1, text: 'between us' })
    expect(await threadsOf(ada).get({ uid })).toEqual(before)
    const scope = { tenant: 'kept', subject: 'one' }
    const fork = (await threadsOf(ada).fork({ scope, fromThreadId: 's', threadId: 'f' })).thread
    expect((await notesOf(ada).list({ uid: fork?.uid })).items).toEqual([])
  })

  it('keep the name of an author who has left, and cannot mention one', async () => {
    const ada = await colleague(database, { name: 'Ada' })
    const gone = await colleague(database, { name: 'Gone' })
    const uid = await threadIn('left')
    await notesOf(gone).add({ uid, text: 'bye' })
    await ownerQuery(database, 'UPDATE operator SET disabled_at = now() WHERE id = $1', [gone.id])
    expect((await notesOf(ada).list({ uid })).items).toMatchObject([{ author: { name: 'Gone' } }])
    expect(await refused(notesOf(ada).add({ uid, text: '@Gone', mentions: [gone.id] }))).toBe('INVALID_INPUT')
    const people = await createCallerFactory(peopleRouter)(callContext(database, ada)).list()
    const ids = people.items.map(({ id }) => id)
    expect([ids.includes(ada.id), ids.includes(gone.id)]).toEqual([true, false])
  })

  it('S2: are in exports of people and of keys that administer, and in no agent’s', async () => {
    const ada = await colleague(database, { name: 'Ada' })
    const uid = await threadIn('exported')
    await notesOf(ada).add({ uid, seq: 2, text: 'check this' })
    const exported = await withReach(database.pools.application, { kind: 'all' }, async ({ client }) => {
      const thread = await findThread(client, { reach: { kind: 'all' }, scopeId: null, reference: { uid } })
      return thread ? exportedNotes(client, thread) : []
    })
    expect(exported).toEqual([
      { seq: 2, text: 'check this', author: ada.email, createdAt: expect.any(String), editedAt: null },
    ])
    const all = { kind: 'all' } as const
    expect(mayExportNotes(keyOf(all, { rights: ['read', 'write', 'delete'] }))).toBe(false)
    expect([keyOf(all), ada].map(mayExportNotes)).toEqual([true, true])
    expect(await refused(notesOf(keyOf(all)).list({ uid }))).toBe('FORBIDDEN')
  })

  it('are told to people who watch the thread, and to no key', async () => {
    const ada = await colleague(database, { name: 'Ada' })
    const uid = await threadIn('watched')
    const ctx = callContext(database, ada)
    const stop = new AbortController()
    const eventsFor = (principal: Principal) =>
      watchThread({ ...ctx, principal }, { uid }, { signal: stop.signal, authenticate: async () => principal })
    const people = eventsFor(ada)
    const key = eventsFor(keyOf({ kind: 'all' }))
    for (const events of [people, key]) expect((await events.next()).value).toMatchObject({ type: 'open' })
    let told: unknown
    const telling = people.next().then(({ value }) => {
      told = value
    })
    const heard = key.next()
    const caller = createCallerFactory(notesRouter)(ctx)
    // What is written before the first look is none that is new.
    for (let place = 1; told === undefined && place <= 100; place += 1) await caller.add({ uid, text: `${place}` })
    await telling
    expect(told).toEqual({ type: 'notes' })
    stop.abort()
    const last = (await heard).value
    expect(last === undefined || last.type === 'beat').toBe(true)
  })
})
