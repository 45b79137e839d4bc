import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideWindow } from '../../../memory/window'
import type { WindowInput } from '../../../memory/window-config'
import { Window } from '../../../memory/window-schema'
import { agentsRouter } from '../../../server/api/agents-router'
import { jobsRouter } from '../../../server/api/jobs-router'
import { memoryRouter } from '../../../server/api/memory-router'
import { createCallerFactory, router } from '../../../server/api/procedure'
import { threadsRouter } from '../../../server/api/threads-router'
import type { ImpactResult } from '../../../server/schemas/agent-preview'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { seedWrite } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(
  router({ agents: agentsRouter, threads: threadsRouter, jobs: jobsRouter, memory: memoryRouter }),
)
const admin = () => callerOf(callContext(database, operatorOf('admin')))
const agentKey = () => callerOf(callContext(database, keyOf({ kind: 'all' })))
const turn = (name: string) => [
  { role: 'user' as const, content: `Where is ${name}?` },
  { role: 'assistant' as const, content: null, toolCalls: [{ id: 'c', name: 'find', arguments: { name } }] },
  { role: 'tool' as const, toolCallId: 'c', content: `${name} is on its way` },
  { role: 'assistant' as const, content: `${name} comes today.` },
]

/** Threads of one agent, each of some turns, one write a turn; answers their uids. */
async function seed(agentName: string, turns: readonly number[]): Promise<string[]> {
  const uids: string[] = []
  for (const [index, count] of turns.entries()) {
    let uid = ''
    for (let made = 0; made < count; made += 1) {
      const scope = { tenant: 'preview', subject: agentName }
      uid = await seedWrite(database, { scope, threadId: `t${index}`, agentName, messages: turn(`parcel ${made}`) })
    }
    uids.push(uid)
  }
  return uids
}

async function impact(input: {
  agentName: string
  window: WindowInput | null
  sample?: number
}): Promise<ImpactResult> {
  const { id } = await admin().agents.impact(input)
  await expect.poll(async () => (await admin().jobs.get({ id })).state, { timeout: 15_000, interval: 20 }).toBe('done')
  // The job's own schema made it.
  return (await admin().jobs.get({ id })).result as unknown as ImpactResult
}

const windows: WindowInput[] = [
  { strategy: 'off' },
  { strategy: 'buffer', maxMessages: 5 },
  { strategy: 'buffer', maxTokens: 60, keepFirst: 2 },
  { strategy: 'sliding-window', maxTokens: 80, maxTurns: 3, step: 0.5 },
  { strategy: 'sliding-window', maxTurns: 2, startOn: 'user' },
  { strategy: 'summarizing', recentMessages: 4, summarizeEvery: 4, maxSummaryTokens: 50 },
  { strategy: 'vector', topK: 3, threshold: 0.2, reach: 'thread', recentMessages: 6 },
  {
    strategy: 'composite',
    mergeStrategy: 'priority',
    maxTokens: 90,
    providers: [
      { strategy: 'buffer', maxMessages: 4 },
      { strategy: 'sliding-window', maxTurns: 3 },
    ],
  },
]

describe('agents.preview', () => {
  it.each(windows)('W5: what the desk decides on its rows is what the agent then reads: $strategy', async (given) => {
    const agentName = `previewed ${JSON.stringify(given)}`
    const [uid = ''] = await seed(agentName, [7])
    const { thread, rows, summary } = await admin().agents.preview({ agentName })
    expect(thread).toMatchObject({ uid, messageCount: 28, hasOwnWindow: false })
    if (!thread) throw new Error('no thread')
    const window = Window.parse(given)
    const draft = decideWindow({
      window,
      limit: 10_000,
      summary,
      rows: rows.map(([seq, role, turnNumber, tokens, runningTokens, callIds, toolCallId, isEmpty, isPinned]) => ({
        seq,
        role,
        turn: turnNumber,
        tokens,
        runningTokens,
        callIds,
        toolCallId,
        isEmpty,
        isPinned,
      })),
      totals: { messages: thread.messageCount, tokens: thread.tokenCount, lastSeq: thread.messageCount },
      openTurn: { turn: thread.lastTurn, firstSeq: thread.lastTurnSeq, isOpen: thread.turnOpen },
    })
    await admin().agents.setWindow({ agentName, window })
    const scope = { tenant: 'preview', subject: agentName }
    const read = await agentKey().memory.read({ sessionId: 't0', scope, agentName })
    const { ranges, messages, tokens, overBudget } = draft
    expect(read.window).toMatchObject({ ranges, messages, tokens, overBudget })
  })

  it('takes the thread written last, the longest, or the one named; and says when there is none', async () => {
    const [short, long] = await seed('picked', [1, 4])
    await seed('picked', [1])
    const preview = admin().agents.preview
    expect((await preview({ agentName: 'picked' })).thread).toMatchObject({ uid: short, messageCount: 8 })
    expect((await preview({ agentName: 'picked', pick: 'longest' })).thread).toMatchObject({ uid: long })
    expect((await preview({ agentName: 'picked', uid: long })).thread).toMatchObject({ uid: long })
    expect(await preview({ agentName: 'never seen' })).toMatchObject({ thread: null, rows: [] })
    await expect(preview({ app: true, uid: '00000000-0000-7000-8000-00000000dead' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const elsewhere = callerOf(callContext(database, keyOf({ kind: 'tenant', tenant: 'other' })))
    await expect(elsewhere.agents.preview({ agentName: 'picked', uid: long })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await elsewhere.agents.preview({ agentName: 'picked' })).toMatchObject({ thread: null })
  })
})

describe('agents.impact', () => {
  it('counts who loses and gains, names the most affected, and changes nothing', async () => {
    const agentName = 'weighed'
    await admin().agents.setWindow({ agentName, window: { strategy: 'buffer', maxMessages: 12 } })
    const [, , longest] = await seed(agentName, [1, 2, 6])
    const result = await impact({ agentName, window: { strategy: 'buffer', maxMessages: 4 } })
    expect(result).toMatchObject({
      saved: { window: { strategy: 'buffer', maxMessages: 12 }, source: 'agent', version: 1 },
      draft: { strategy: 'buffer', maxMessages: 4 },
      threads: 3,
      of: 3,
      lose: 2,
      gain: 0,
      messages: { saved: { median: 8, min: 4, max: 12 }, draft: { median: 4, min: 4, max: 4 } },
      growth: { threads: 3, saved: { reads: 6 }, draft: { reads: 6 } },
    })
    expect(result.affected[0]).toMatchObject({ uid: longest, lost: 8, gained: 0, saved: { messages: 12 } })
    expect(result.growth.draft.startMoves).toBeGreaterThan(result.growth.saved.startMoves)
    expect(result.readsPerThreadAndDay).toBeCloseTo(9 / 3 / 7, 5)
    expect((await admin().agents.get({ agentName })).effective.version).toBe(1)
  })

  it('W2: leaves out threads with a window of their own, and for the app those of agents with one', async () => {
    const agentName = 'with one apart'
    const [own] = await seed(agentName, [2, 2])
    await admin().threads.setWindow({ uid: own, window: { strategy: 'off' } })
    expect(await impact({ agentName, window: { strategy: 'off' } })).toMatchObject({ threads: 1, of: 1, lose: 1 })
    const before = await admin().agents.impact({ app: true, window: { strategy: 'off' } })
    await admin().agents.setWindow({ agentName, window: { strategy: 'buffer' } })
    const after = await admin().agents.impact({ app: true, window: { strategy: 'off' } })
    expect(after.total).toBe(Number(before.total) - 1)
  })

  it('null is what the agent would inherit; a sample says how many there are', async () => {
    const agentName = 'sampled'
    await seed(agentName, [1, 1, 1, 1])
    await admin().agents.setWindow({ agentName, window: { strategy: 'off' } })
    const result = await impact({ agentName, window: null, sample: 2 })
    expect(result).toMatchObject({ of: 4, lose: 0, draft: { strategy: 'sliding-window' } })
    expect(result.gain).toBe(result.threads)
    expect(result.threads).toBeLessThanOrEqual(4)
  })

  it('S2: is for keys that cover everything, and for people who may save', async () => {
    const bound = callerOf(callContext(database, keyOf({ kind: 'tenant', tenant: 'preview' })))
    const reviewer = callerOf(callContext(database, operatorOf('reviewer')))
    for (const caller of [bound, reviewer]) {
      await expect(caller.agents.impact({ app: true, window: null })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})

describe('agents.replay', () => {
  it('goes through past reads under two windows, newest first', async () => {
    const agentName = 'replayed'
    const scope = { tenant: 'preview', subject: agentName }
    const uids = await seed(agentName, [1, 3])
    const history = [0, 1, 2].flatMap((made) => turn(`parcel ${made}`))
    const { readId } = await agentKey().memory.read({ sessionId: 't1', scope, agentName })
    await agentKey().memory.write({ sessionId: 't1', scope, agentName, readId, messages: [...history, ...turn('x')] })
    const page = await admin().agents.replay({ agentName, right: { strategy: 'buffer', maxMessages: 4 }, limit: 1 })
    const [first] = page.items
    expect(first).toMatchObject({ uid: uids[1], messageCount: 16, isTooLong: false })
    expect(first?.reads.map(({ totalMessages, lost, gained }) => [totalMessages, lost, gained])).toEqual([
      [12, 8, 0],
      [8, 4, 0],
      [4, 0, 0],
      [0, 0, 0],
    ])
    expect(first?.reads[0]).toMatchObject({
      given: { messages: 12, source: 'default', configVersion: 0 },
      left: { messages: 12 },
      right: { messages: 4 },
    })
    const next = await admin().agents.replay({
      agentName,
      right: { strategy: 'off' },
      limit: 1,
      cursor: page.nextCursor ?? '',
    })
    expect(next.items.map(({ uid }) => uid)).toEqual([uids[0]])
    expect(next.nextCursor).toBeNull()
  })
})

describe('agents.restoreVersion', () => {
  it('saves what a version held as a new one', async () => {
    const agentName = 'restored'
    await admin().agents.setWindow({ agentName, window: { strategy: 'buffer', maxMessages: 3 }, storing: false })
    await admin().agents.setWindow({ agentName, window: null, storing: true })
    const { version, effective } = await admin().agents.restoreVersion({ agentName, version: 1, ifVersion: 2 })
    expect(version).toBe(3)
    expect(effective).toMatchObject({ window: { strategy: 'buffer', maxMessages: 3 }, storing: false })
    expect((await admin().agents.get({ agentName })).own?.note).toBe('As in version 1')
    await expect(admin().agents.restoreVersion({ agentName, version: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const stale = admin().agents.restoreVersion({ agentName, version: 1, ifVersion: 2 })
    await expect(stale).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('threads.setWindow', () => {
  it('W2: a window of the thread comes before its agent, from the very next read, until it is taken away', async () => {
    const agentName = 'overridden'
    const scope = { tenant: 'preview', subject: agentName }
    const [uid] = await seed(agentName, [3])
    const seen = async () => (await agentKey().memory.read({ sessionId: 't0', scope, agentName })).window
    expect(await admin().threads.setWindow({ uid, window: { strategy: 'buffer', lastMessages: 4 } })).toEqual({
      uid,
      version: 1,
      window: { strategy: 'buffer', maxMessages: 4 },
    })
    expect(await seen()).toMatchObject({ source: 'thread', configVersion: 1, messages: 4 })
    await expect(admin().threads.setWindow({ uid, window: null, ifVersion: 0 })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await admin().threads.setWindow({ uid, window: null, ifVersion: 1 })
    expect(await seen()).toMatchObject({ source: 'default', messages: 12 })
    const reviewer = callerOf(callContext(database, operatorOf('reviewer')))
    await expect(reviewer.threads.setWindow({ uid, window: null })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
