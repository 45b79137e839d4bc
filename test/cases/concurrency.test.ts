import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginCase } from '../support/case-session'
import { type TestDatabase, testDatabase } from '../support/database'
import { assistant, callerOn, processOn, user } from '../support/memory-caller'
import { ownerQuery } from '../support/owner-query'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())
const begin = () => beginCase(context)

describe('at the same time', () => {
  it('B080: two runs on one state are both stored whole, round after round', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { write, contents } = begin()
      const base = [user('base'), assistant('ok')]
      await write(base)
      const answers = await Promise.all(
        ['A', 'B'].map((run) =>
          write([...base, user(`from ${run}`), assistant(`r${run}`)], { runId: run }).catch(
            (error: { code: string }) => error.code,
          ),
        ),
      )
      const acknowledged = answers.filter((answer) => typeof answer !== 'string')
      expect(answers.filter((answer) => typeof answer === 'string' && answer !== 'CONFLICT')).toEqual([])
      const all = await contents()
      expect(all).toHaveLength(2 + 2 * acknowledged.length)
      for (const run of ['A', 'B']) {
        const place = all.indexOf(`from ${run}`)
        if (place !== -1) expect(all[place + 1]).toBe(`r${run}`)
      }
    }
  })

  it('B082: eight first writes make one thread with all of them', async () => {
    const { write, session, contents } = begin()
    await Promise.all(
      Array.from({ length: 8 }, (_, run) =>
        write([user(`n${run}`), assistant(`r${run}`)], { runId: `n${run}`, mode: 'append' }),
      ),
    )
    expect(await contents()).toHaveLength(16)
    expect(await ownerQuery(database, 'select 1 from thread where tenant = $1', [session.scope.tenant])).toHaveLength(1)
  })

  it('B037: a key of its own makes a retry at the same time find the first answer (R5)', async () => {
    const { write, stored } = begin()
    const pay = () => write([user('pay 5'), assistant('paid')], { idempotencyKey: 'k-1' })
    const [first, second] = await Promise.all([pay(), pay()])
    expect(second).toEqual(first)
    expect(await pay()).toEqual(first)
    expect(first).toMatchObject({ appended: 2, messages: [{ seq: 1 }, { seq: 2 }] })
    expect(await stored()).toHaveLength(2)
  })

  it('B083: tags and a first write that meet make one thread with one tag, round after round', async () => {
    const { threads } = callerOn(context)
    const codes = new Set<string>()
    for (let round = 0; round < 20; round += 1) {
      const { write, session } = begin()
      const named = { threadId: 's', scope: session.scope }
      const tag = async () => {
        for (;;) {
          try {
            return await threads.update({ ...named, addTags: { vip: '' } })
          } catch (error) {
            codes.add((error as { code: string }).code)
          }
          const made = await threads
            .create({ ...named, tags: { vip: '' } })
            .catch((error: { code: string }) => error.code)
          if (typeof made !== 'string') return made
          codes.add(made)
        }
      }
      await Promise.all([tag(), tag(), write([user('And the parking bay?'), assistant('Bay 4 is free too')])])
      const { items } = await threads.list({ scope: session.scope })
      expect(items.map(({ tags, messageCount }) => [tags, messageCount])).toEqual([[{ vip: '' }, 2]])
    }
    expect([...codes].filter((code) => code !== 'NOT_FOUND' && code !== 'CONFLICT')).toEqual([])
  })

  it('B085: a write after the delete starts a new thread with exactly what it sent', async () => {
    const { write, session, contents } = begin()
    const first = [user('And the parking bay?'), assistant('Bay 4 is free too')]
    const before = await write(first, { metadata: { old: true } })
    await callerOn(context).memory.clear(session)
    const after = await write([...first, user('late'), assistant('yes')])
    expect(after).toMatchObject({ appended: 4, thread: { messageCount: 4 } })
    expect(after.thread?.uid).not.toBe(before.thread?.uid)
    expect(await contents()).toHaveLength(4)
    const [row] = await ownerQuery<{ metadata: string }>(database, 'select metadata from thread where uid = $1', [
      after.thread?.uid,
    ])
    expect(row?.metadata).toBe('{}')
  })

  it('B149: what was written before an acknowledged clear is gone, what comes later is whole', async () => {
    const { write, session, contents } = begin()
    await write([user('a'), assistant('b')])
    const writes = Array.from({ length: 8 }, (_, run) =>
      write([user(`a${run}`), assistant(`b${run}`)], { mode: 'append' }),
    )
    await callerOn(context).memory.clear(session)
    // Not found where nothing has been written since.
    expect(await contents().catch(() => [])).not.toContain('a')
    await Promise.all(writes)
    const all = await contents().catch(() => [])
    expect(all.length % 2).toBe(0)
    for (const [index, content] of all.entries())
      if (index % 2 === 0) expect(all[index + 1]).toBe(String(content).replace('a', 'b'))
  })
})
