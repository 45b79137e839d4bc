import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database'
import { freshScope, processOn } from '../support/memory-caller'
import { ownerQuery } from '../support/owner-query'
import { seedThreadRows } from '../support/seed-rows'
import { walkThreads } from '../support/walk-threads'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close(), 120_000)

describe('many threads', () => {
  it('B113: of 200,000 threads the last pages cost what the first ones cost', async () => {
    const scope = freshScope()
    await seedThreadRows(database, { scope, count: 200_000 })
    await ownerQuery(database, 'analyze thread')
    const times: number[] = []
    const seen = new Set<string>()
    let startedAt = performance.now()
    for await (const page of walkThreads(context, { scope, limit: 100 })) {
      times.push(performance.now() - startedAt)
      for (const { uid } of page) seen.add(uid)
      startedAt = performance.now()
    }
    expect(seen.size).toBe(200_000)
    expect(times).toHaveLength(2_000)
    // The first pages also pay for connections and plans.
    expect(median(times.slice(-100))).toBeLessThan(3 * median(times.slice(10, 110)))
  }, 300_000)
})

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
