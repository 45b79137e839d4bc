import { describe, expect, it } from 'vitest'
import { ConfigCache } from '../../../server/services/agents/config-cache'
import { resolveWindow } from '../../../server/services/agents/resolve-window'
import type { Queryable } from '../../../server/store/window-rows'

/** A database that answers when it is told to, with the revision and the windows it has by then. */
function slowDatabase() {
  const waiting: (() => void)[] = []
  const state = { revision: 1, window: '{"strategy":"off"}' as string | null, asked: 0 }
  const query = async () => {
    state.asked += 1
    await new Promise<void>((resolve) => waiting.push(resolve))
    const row = {
      revision: String(state.revision),
      agent_name: 'a',
      version: state.revision,
      window: state.window,
      storing: true,
      allow_call_window: false,
    }
    return { rows: [row] }
  }
  // Only `query` of a pool is asked for, and only with its rows.
  return {
    state,
    pool: { query } as unknown as Queryable,
    answer: () => {
      for (const resolve of waiting.splice(0)) resolve()
    },
  }
}

async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

describe('the settings cache', () => {
  it('W2: is loaded once, and again only for a revision that it does not have', async () => {
    const { pool, state, answer } = slowDatabase()
    const cache = new ConfigCache(pool)
    const first = cache.get()
    await settled()
    answer()
    expect((await first).revision).toBe(1)
    await cache.get()
    await cache.atLeast(1)
    expect(state.asked).toBe(1)
  })

  it('W2: never answers a wish for news with a reading that began before it', async () => {
    const { pool, state, answer } = slowDatabase()
    const cache = new ConfigCache(pool)
    const early = cache.refresh()
    await settled()
    state.revision = 2
    const late = [cache.refresh(), cache.refresh(), cache.refresh()]
    answer()
    await early
    await settled()
    answer()
    expect((await Promise.all(late)).map(({ revision }) => revision)).toEqual([2, 2, 2])
    expect(state.asked).toBe(2)
  })

  it('W2: does not take a window that it cannot read for none', async () => {
    const { pool, state, answer } = slowDatabase()
    state.window = '{"strategy":"from-the-future"}'
    const loading = new ConfigCache(pool).get()
    await settled()
    answer()
    const snapshot = await loading
    expect(() => resolveWindow({ snapshot, agentName: 'a' })).toThrow(/newer version/)
    expect(resolveWindow({ snapshot, agentName: 'another' }).source).toBe('default')
  })
})
