import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Window } from '../../memory/window-schema'
import { boundsOf } from '../../server/services/memory/window-view'
import { readThread } from '../../server/store/memory-read'
import { type TestDatabase, testDatabase } from '../support/database'
import { ownerQuery } from '../support/owner-query'
import { seedLongThread, watchPlans } from '../support/watched-plans'
import { STRATEGIES } from '../support/window-strategies'

const scope = { tenant: 'long', subject: 'u1' }
const LENGTHS = { short: 50, longest: 1_000_000 }
let database: TestDatabase
let watched: Awaited<ReturnType<typeof watchPlans>>
beforeAll(async () => {
  database = await testDatabase()
  for (const [threadId, count] of Object.entries(LENGTHS)) {
    await seedLongThread(database, { ...scope, threadId, count, tokens: 12 })
  }
  await ownerQuery(
    database,
    `insert into summary (tenant, scope_id, thread_uid, version, to_seq, text, tokens, model, prompt, source_tokens)
     select tenant, scope_id, uid, v, message_count - 20 - 2 * (100 - v), 'what was said', 40, 'm', 'p', 1
     from thread, generate_series(1, 100) v where thread_id = 'longest'`,
  )
  await ownerQuery(database, 'analyze')
  watched = await watchPlans(database)
}, 600_000)
afterAll(async () => {
  await watched.close()
  await database.close()
})

describe('W4: the cost follows the window, not the thread', () => {
  it.each(STRATEGIES)('W4: %s costs the same of 50 messages and of 1,000,000', async (_name, input, most) => {
    const window = Window.parse(input)
    const looked = async (threadId: keyof typeof LENGTHS) => {
      const last = LENGTHS[threadId]
      return watched.lookedAt((client) =>
        readThread(client, {
          scope,
          threadId,
          bounds: boundsOf(window, 10_000),
          withSummary: true,
          seqs: [3, Math.floor(last / 3), Math.floor(last / 2), last - 1],
        }),
      )
    }
    const short = await looked('short')
    const longest = await looked('longest')
    // Tables of a few rows are best read whole.
    expect(longest.sequential).not.toContain('message')
    expect(longest.messages).toBeGreaterThan(0)
    expect(longest.messages).toBeLessThanOrEqual(most + 20)
    expect(longest.messages).toBeLessThanOrEqual(Math.max(most, short.messages + 20))
  })
})
