import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { threadsRouter } from '../../../server/api/threads-router'
import { writeJson } from '../../../server/json-text'
import { withReach } from '../../../server/store/reach'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(threadsRouter)
const reviewer = () => callerOf(callContext(database, operatorOf('reviewer')))
const scope = { tenant: 'updates', subject: 'somebody' }

describe('threads.create', () => {
  it('makes an id when none is given and refuses one that lives in the scope', async () => {
    const made = await reviewer().create({ scope })
    expect(made.threadId).toBe(made.uid)
    await reviewer().create({ scope, threadId: 'mine' })
    await expect(reviewer().create({ scope, threadId: 'mine' })).rejects.toMatchObject({ code: 'CONFLICT' })
    const at = await Promise.allSettled(Array.from({ length: 4 }, () => reviewer().create({ scope, threadId: 'race' })))
    expect(at.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('S3: the same id in two scopes is two threads', async () => {
    const other = { tenant: 'updates', subject: 'somebody else' }
    const first = await reviewer().create({ scope, threadId: 'twice', title: 'first' })
    const second = await reviewer().create({ scope: other, threadId: 'twice', title: 'second' })
    expect(second.uid).not.toBe(first.uid)
    expect((await reviewer().get({ scope, threadId: 'twice' })).title).toBe('first')
    await expect(reviewer().get({ scope: other, uid: first.uid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('S4: takes ids and tags of any text', async () => {
    for (const threadId of ["'; select 1", '../../x', 'a%2Fb', '会话-1', '🚀', ' x ', 'k'.repeat(1024)]) {
      const made = await reviewer().create({ scope, threadId, tags: { [threadId.slice(0, 60)]: threadId } })
      expect(await reviewer().get({ scope, threadId })).toEqual(made)
      expect(made.tags).toEqual({ [threadId.slice(0, 60).trim()]: threadId })
    }
  })

  it('is refused to a key of other agents that names none of its own', async () => {
    const bound = callerOf(callContext(database, keyOf({ kind: 'scope', ...scope }, { agents: ['guide'] })))
    await expect(bound.create({ threadId: 'bound' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(bound.create({ threadId: 'bound', agentName: 'clerk' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const { uid } = await bound.create({ threadId: 'bound', agentName: 'guide' })
    await bound.update({ uid, title: 'own' })
    const foreign = await reviewer().create({ scope, agentName: 'clerk' })
    for (const attempt of [
      bound.update({ uid: foreign.uid, agentName: 'guide' }),
      bound.delete({ uid: foreign.uid }),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})

describe('threads.update', () => {
  it('changes what is named, leaves the rest, and moves updatedAt alone', async () => {
    await seedWrite(database, { scope, threadId: 'changed', messages: [user('Hello'), assistant('Hi')] })
    const before = await reviewer().get({ scope, threadId: 'changed' })
    const { uid } = before
    expect(await reviewer().get({ uid })).toEqual(before)
    const after = await reviewer().update({
      uid,
      title: 'A title',
      tags: { a: '1', b: '2' },
      state: { step: 1 },
      agentName: 'guide',
    })
    expect(after).toMatchObject({ title: 'A title', tags: { a: '1', b: '2' }, agentName: 'guide' })
    expect(writeJson(after.state)).toBe('{"step":1}')
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    for (const field of ['lastMessageAt', 'accessedAt', 'createdAt', 'revision', 'messageCount'] as const) {
      expect(after[field]).toBe(before[field])
    }
    const tagged = await reviewer().update({ uid, addTags: { b: '3', c: '' }, removeTags: ['a', 'absent'] })
    expect(tagged).toMatchObject({ title: 'A title', tags: { b: '3', c: '' }, agentName: 'guide' })
    const cleared = await reviewer().update({ uid, title: null, state: null, tags: {} })
    expect(cleared).toMatchObject({ title: null, state: null, tags: {}, agentName: 'guide' })
  })

  it('merges metadata by key and keeps the text of what stays', async () => {
    const { uid } = await reviewer().create({ scope, metadata: { kept: 1, changed: 'old', '0': true } })
    const text = '{"big":12345678901234567890,"nul":"\\u0000","half":"\\ud83d","changed":1.0,"__proto__":2}'
    await withReach(database.pools.application, { kind: 'all' }, ({ client }) =>
      client.query('UPDATE thread SET metadata = $2 WHERE uid = $1', [uid, text]),
    )
    const { metadata } = await reviewer().update({ uid, metadata: { changed: null, fresh: { a: [1] } } })
    expect(writeJson(metadata)).toBe(
      '{"big":12345678901234567890,"nul":"\\u0000","half":"\\ud83d","__proto__":2,"changed":null,"fresh":{"a":[1]}}',
    )
    await expect(
      reviewer().update({ uid, metadata: { a: 'x'.repeat(16_000), b: 'y'.repeat(300) } }),
    ).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  it('holds at most 64 tags', async () => {
    const many = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`tag-${from + index}`, '']))
    const { uid } = await reviewer().create({ scope, tags: many(0, 60) })
    await expect(reviewer().update({ uid, addTags: many(60, 5) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(Object.keys((await reviewer().get({ uid })).tags)).toHaveLength(60)
    const full = await reviewer().update({ uid, addTags: many(60, 5), removeTags: ['tag-0'] })
    expect(Object.keys(full.tags)).toHaveLength(64)
  })

  it('loses none of the updates that are made at once', async () => {
    const { uid } = await reviewer().create({ scope })
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        reviewer().update({ uid, addTags: { [`tag-${index}`]: '' }, metadata: { [`key-${index}`]: index } }),
      ),
    )
    const { tags, metadata } = await reviewer().get({ uid })
    expect(Object.keys(tags)).toHaveLength(8)
    expect(Object.keys(JSON.parse(writeJson(metadata)))).toHaveLength(8)
  })

  it('is refused to those who only look', async () => {
    const { uid } = await reviewer().create({ scope })
    const looking = [
      callerOf(callContext(database, operatorOf('observer'))),
      callerOf(callContext(database, keyOf({ kind: 'all' }, { rights: ['read'] }))),
    ]
    for (const caller of looking) {
      await expect(caller.update({ uid, title: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(caller.delete({ uid })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      expect((await caller.get({ uid })).title).toBeNull()
    }
    await expect(reviewer().delete({ uid })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
