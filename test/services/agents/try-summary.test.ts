import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { trySummary } from '../../../server/services/agents/try-summary'
import type { ServiceContext } from '../../../server/services/context'
import { callContext, keyOf, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { type ModelEndpoint, modelEndpoint } from '../../support/model-endpoint'
import { givenTo, summarizedThread, summarizingProcess } from '../../support/summaries'

let database: TestDatabase
let endpoint: ModelEndpoint
let context: ServiceContext
beforeAll(async () => {
  ;[database, endpoint] = await Promise.all([testDatabase(), modelEndpoint()])
  context = summarizingProcess(database, endpoint)
})
afterEach(() => {
  endpoint.requests.length = 0
  endpoint.behave({ kind: 'answer', text: 'A summary.' })
})
afterAll(async () => {
  await context.queue.stop()
  await Promise.all([database.close(), endpoint.close()])
})

const draft = {
  strategy: 'summarizing' as const,
  recentMessages: 2,
  summarizeEvery: 20,
  maxSummaryTokens: 100,
  model: 'draft model',
  prompt: 'keep order numbers',
}
async function thread() {
  const made = await summarizedThread(database, context, { recentMessages: 2, summarizeEvery: 100 })
  await made.writeTurns(1, 4)
  const { uid } = await made.loci.threads.get({ threadId: made.session.sessionId, scope: made.session.scope })
  return { ...made, uid }
}

describe('agents.trySummary', () => {
  it('asks the draft’s model with its prompt for whole turns before the recent messages, and stores nothing', async () => {
    const { uid, summaries } = await thread()
    const tried = await trySummary(context, { app: true, uid, window: draft })
    expect(tried).toMatchObject({ text: 'A summary.', reason: null, toSeq: 6, model: 'draft model' })
    expect(tried.tokens).toBeGreaterThan(0)
    expect(tried.sourceTokens).toBeGreaterThan(tried.tokens)
    const [request] = endpoint.requests
    expect(request?.model).toBe('draft model')
    expect(request?.messages[0]).toMatchObject({ content: expect.stringContaining('keep order numbers') })
    expect(givenTo(request).contents).toHaveLength(6)
    expect((await summaries()).items).toEqual([])
    const within = { strategy: 'composite' as const, mergeStrategy: 'concat' as const, providers: [draft] }
    expect(await trySummary(context, { app: true, uid, window: within })).toMatchObject({ text: 'A summary.' })
  })

  it('says what the model did wrong, and what is missing', async () => {
    const { uid } = await thread()
    endpoint.behave({ kind: 'answer', text: '' })
    expect(await trySummary(context, { app: true, uid, window: draft })).toMatchObject({ text: null, reason: 'blank' })
    const refused = (window: Parameters<typeof trySummary>[1]['window'], ctx = context) =>
      expect(trySummary(ctx, { app: true, uid, window })).rejects
    await refused({ strategy: 'buffer' }).toMatchObject({ code: 'CONFLICT' })
    await refused({ ...draft, recentMessages: 100 }).toMatchObject({ code: 'CONFLICT' })
    await refused(draft, callContext(database, operatorOf('admin'))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('No model endpoint is configured'),
    })
    const bound = { ...context, principal: keyOf({ kind: 'tenant', tenant: 'x' }) }
    await refused(draft, bound).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('is limited to ten a minute for each caller', async () => {
    const { uid } = await thread()
    const ctx = {
      ...context,
      principal: { ...operatorOf('developer'), email: 'often@example.com' } as typeof context.principal,
    }
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, () => trySummary(ctx, { app: true, uid, window: draft })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'RATE_LIMITED' } })
  })
})
