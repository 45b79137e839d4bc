import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPools, type Pools } from '../../../server/database/pools'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, callerOn, freshScope, processOn, user } from '../../support/memory-caller'

let database: TestDatabase
let small: Pools | undefined
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(() => small?.end())
afterAll(() => database.close())

/** A process whose pool has few connections. */
function processWith(options: { applicationMax: number; acquireMs?: number }) {
  const pools = openPools({ url: database.url, log: { warn: () => {} }, backgroundMax: 1, ...options })
  small = pools
  return processOn({ ...database, pools })
}

type Answer = { ok: true } | { ok: false; code: string; retryable: boolean; retryAfterMs: number | undefined }

/** Half of the calls read, half write, over five threads; what each was answered. */
async function callAtOnce(context: ReturnType<typeof processOn>, count: number, scope: ReturnType<typeof freshScope>) {
  const loci = callerOn(context)
  const answered = (call: Promise<unknown>): Promise<Answer> =>
    call.then(
      () => ({ ok: true }),
      ({ cause }: { cause: { code: string; retryable: boolean; retryAfterMs: number | undefined } }) => ({
        ok: false,
        code: cause.code,
        retryable: cause.retryable,
        retryAfterMs: cause.retryAfterMs,
      }),
    )
  const calls = Array.from({ length: count }, (_, index) => {
    const session = { sessionId: `s${index % 5}`, scope }
    if (index % 2 === 0) return { written: null, answer: answered(loci.memory.read(session)) }
    const messages = [user(`question ${index}`), assistant(`answer ${index}`)]
    return { written: index, answer: answered(loci.memory.write({ ...session, messages, mode: 'append' })) }
  })
  return Promise.all(calls.map(async ({ written, answer }) => ({ written, answer: await answer })))
}

async function storedQuestions(scope: ReturnType<typeof freshScope>): Promise<string[]> {
  const loci = callerOn(processOn(database))
  const lists = await Promise.all(
    [0, 1, 2, 3, 4].map((thread) =>
      loci.messages.list({ threadId: `s${thread}`, scope, limit: 200 }).then(
        ({ items }) => items.map(({ message }) => JSON.parse(JSON.stringify(message)).content as string),
        () => [],
      ),
    ),
  )
  return lists.flat().filter((content) => content.startsWith('question'))
}

describe('many calls on few connections', () => {
  it('answers all of 40 on four, and no call needs two connections at once: one will do', async () => {
    for (const applicationMax of [4, 1]) {
      const context = processWith({ applicationMax })
      const count = applicationMax * 10
      const scope = freshScope()
      const answers = await callAtOnce(context, count, scope)
      expect(answers.filter(({ answer }) => !answer.ok)).toEqual([])
      expect(await storedQuestions(scope)).toHaveLength(count / 2)
      await small?.end()
    }
  })

  it('answers each of 300 on two, or says at once when to come again; what it acknowledged is stored, once', async () => {
    const context = processWith({ applicationMax: 2 })
    const scope = freshScope()
    const answers = await callAtOnce(context, 300, scope)
    const refused = answers.flatMap(({ answer }) => (answer.ok ? [] : [answer]))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(300)
    for (const refusal of refused) {
      expect(refusal).toEqual({ ok: false, code: 'UNAVAILABLE', retryable: true, retryAfterMs: 1_000 })
    }
    const acknowledged = answers.flatMap(({ written, answer }) =>
      written !== null && answer.ok ? [`question ${written}`] : [],
    )
    expect((await storedQuestions(scope)).sort()).toEqual(acknowledged.sort())
    expect((await callAtOnce(context, 10, scope)).every(({ answer }) => answer.ok)).toBe(true)
  })

  it('answers in time when no connection comes free at all', async () => {
    const context = processWith({ applicationMax: 2, acquireMs: 2_000 })
    const { application } = context.database.pools
    await context.configs.get()
    const held = await Promise.all([application.connect(), application.connect()])
    const answers = await callAtOnce(context, 10, freshScope())
    for (const { answer } of answers) {
      expect(answer).toEqual({ ok: false, code: 'UNAVAILABLE', retryable: true, retryAfterMs: 1_000 })
    }
    for (const client of held) client.release()
  })
})
