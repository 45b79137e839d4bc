import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { viewsRouter } from '../../../server/api/views-router'
import type { Principal } from '../../../server/auth/principal'
import type { OperatorRole } from '../../../server/schemas/setup'
import { callContext } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(viewsRouter)
/** Somebody of this role whom no other test knows. */
const somebody = (role: OperatorRole) => {
  const person: Principal = {
    kind: 'operator',
    id: uuidv7(),
    email: `${role}@example.com`,
    name: role,
    role,
    tenants: null,
  }
  return callerOf(callContext(database, person))
}
const refused = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.unreachable('it was allowed'),
    (error: { code: string }) => error.code,
  )
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name)
const fresh = (word: string) => `${word} ${uuidv7()}`

describe('saved views', () => {
  it('come back as they were saved, and belong to whoever saved them', async () => {
    const state = {
      text: 'refund',
      tenant: 'acme',
      subject: '',
      active: '7d',
      tags: [{ key: 'topic', value: 'refund' }],
      minTokens: 10,
      sort: { by: 'tokenCount', order: 'desc' } as const,
      columns: [{ id: 'title' }, { id: 'tokenCount', width: 180 }],
    }
    const mine = somebody('observer')
    const saved = await mine.save({ name: ' Refunds ', state })
    expect(saved).toMatchObject({ name: 'Refunds', state, isShared: false, isDefault: false, isOwn: true, version: 1 })
    expect((await mine.list({})).items).toContainEqual(saved)
    const other = somebody('admin')
    expect(names((await other.list({})).items)).not.toContain('Refunds')
    expect(await refused(other.update({ id: saved.id, name: 'Taken' }))).toBe('NOT_FOUND')
    expect(await other.delete({ id: saved.id })).toEqual({ deleted: 0 })
    expect(await mine.delete({ id: saved.id })).toEqual({ deleted: 1 })
    expect(await mine.delete({ id: saved.id })).toEqual({ deleted: 0 })
  })

  it('are shared and changed by leads and admins, and seen by all', async () => {
    const name = fresh('Shared')
    const lead = somebody('lead')
    const shared = await lead.save({ name, isShared: true, state: {} })
    for (const role of ['observer', 'reviewer', 'developer', 'auditor'] as const) {
      const person = somebody(role)
      expect(names((await person.list({})).items)).toContain(name)
      expect(await refused(person.save({ name: fresh('No'), isShared: true, state: {} }))).toBe('FORBIDDEN')
      expect(await refused(person.update({ id: shared.id, state: { text: 'x' } }))).toBe('FORBIDDEN')
      expect(await refused(person.delete({ id: shared.id }))).toBe('FORBIDDEN')
      const own = await person.save({ name, state: {} })
      expect(await refused(person.update({ id: own.id, isShared: true }))).toBe('FORBIDDEN')
    }
    const changed = await somebody('admin').update({ id: shared.id, state: { text: 'x' }, ifVersion: 1 })
    expect(changed).toMatchObject({ version: 2, state: { text: 'x' }, isOwn: false })
    expect(await somebody('lead').delete({ id: shared.id })).toEqual({ deleted: 1 })
  })

  it('have one name and one default among the shared, and among each one’s own', async () => {
    const person = somebody('lead')
    const name = fresh('Mine')
    const first = await person.save({ name, isDefault: true, state: {} })
    expect(await refused(person.save({ name: name.toUpperCase(), state: {} }))).toBe('CONFLICT')
    const second = await person.save({ name: fresh('Second'), isDefault: true, state: {} })
    const shared = await person.save({ name, isShared: true, isDefault: true, state: {} })
    const defaults = (await person.list({})).items.filter(({ isDefault }) => isDefault)
    expect(defaults.map(({ id }) => id).sort()).toEqual([second.id, shared.id].sort())
    await Promise.all([first, second].map(({ id }) => person.update({ id, isDefault: true })))
    const own = (await person.list({})).items.filter(({ isDefault, isShared }) => isDefault && !isShared)
    expect(own).toHaveLength(1)
    await person.delete({ id: shared.id })
  })

  it('are not overwritten by somebody who has not seen the newest', async () => {
    const person = somebody('reviewer')
    const { id } = await person.save({ name: fresh('Mine'), state: {} })
    await person.update({ id, state: { text: 'newer' }, ifVersion: 1 })
    expect(await refused(person.update({ id, state: { text: 'older' }, ifVersion: 1 }))).toBe('CONFLICT')
    const found = (await person.list({})).items.find((view) => view.id === id)
    expect(found).toMatchObject({ version: 2, state: { text: 'newer' } })
  })

  it('lose what nobody knows any more, and keep the rest', async () => {
    const person = somebody('reviewer')
    const { id } = await person.save({ name: fresh('Mine'), state: { text: 'kept' } })
    await database.pools.application.query('UPDATE saved_view SET state = $2 WHERE id = $1', [
      id,
      JSON.stringify({ text: 'kept', colour: 'red', sort: { by: 'mood', order: 'asc' } }),
    ])
    const found = (await person.list({})).items.find((view) => view.id === id)
    expect(found?.state).toEqual({ text: 'kept' })
  })
})
