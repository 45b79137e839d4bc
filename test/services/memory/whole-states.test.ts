import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WindowInput } from '../../../memory/window-config'
import { Window } from '../../../memory/window-schema'
import type { ServiceContext } from '../../../server/services/context'
import { type TestDatabase, testDatabase } from '../../support/database'
import {
  assistant,
  callerOn,
  calls,
  freshSession,
  onTheWire,
  processOn,
  result,
  user,
} from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'
import { storeSummary } from '../../support/stored-summary'

let database: TestDatabase
let context: ServiceContext
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
  await ownerQuery(
    database,
    `with moved as (update installation set config_revision = config_revision + 1)
     insert into config_version (agent_name, version, "window", allow_call_window, author)
     values ('any', 1, null, true, 'test')`,
  )
})
afterAll(() => database.close())

type Message = Parameters<ReturnType<typeof freshSession>['write']>[0][number]

const words = fc.constantFrom('ok', 'a parcel', 'the parcel is late', 'which one?', 'thanks')
/** What one run adds: a turn, with or without tools, parts of it equal to others word for word. */
const turn: fc.Arbitrary<Message[]> = fc.oneof(
  fc.tuple(words, words).map(([ask, say]) => [user(ask), assistant(say)]),
  fc.tuple(words, words).map(([ask, say]) => [user(ask), calls('a'), result('a', say), assistant(say)]),
  fc.tuple(words, words).map(([ask, say]) => [user(ask), calls('a', 'b'), result('b'), result('a'), assistant(say)]),
  words.map((ask) => [user(ask), calls('a'), user('hello?'), assistant('it failed')]),
)

const parts = fc.oneof(
  fc.record({ strategy: fc.constant('buffer' as const), maxMessages: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ strategy: fc.constant('sliding-window' as const), maxTokens: fc.integer({ min: 10, max: 200 }) }),
  fc.record({
    strategy: fc.constant('summarizing' as const),
    recentMessages: fc.integer({ min: 1, max: 6 }),
    summarizeEvery: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({
    strategy: fc.constant('vector' as const),
    topK: fc.integer({ min: 1, max: 5 }),
    reach: fc.constantFrom('thread' as const, 'subject' as const),
    recentMessages: fc.integer({ min: 0, max: 5 }),
  }),
)
const window: fc.Arbitrary<WindowInput> = fc.oneof(
  parts,
  fc.record({
    strategy: fc.constant('composite' as const),
    providers: fc.array(parts, { minLength: 1, maxLength: 3 }),
    mergeStrategy: fc.constantFrom('concat' as const, 'interleave' as const, 'priority' as const),
  }),
)
const run = fc.record({
  window,
  query: fc.constantFrom(undefined, 'parcel', 'ok'),
  echo: fc.constantFrom('ids', 'ids and token', 'token', 'token, in steps'),
  adds: turn,
})

const unlike = (message: Message, index: number): Message =>
  typeof message.content === 'string' ? { ...message, content: `${message.content} (${index})` } : message

const withoutIds = (messages: readonly Message[]) => messages.map(({ id: _id, ...rest }) => rest as Message)

describe('R1 to R3: whole states', () => {
  it('any window, with summaries, pins and recall in front, ids kept or dropped: the conversation is stored once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 2, maxLength: 5 }), fc.boolean(), async (runs, isPinned) => {
        const { session, write } = freshSession(context)
        const { tenant } = session.scope
        await write([user('an older parcel'), assistant('ok'), user('ok')], { sessionId: 'older', mode: 'append' })
        const conversation: Message[] = [user('first'), assistant('ok')]
        await write(conversation)
        for (const [index, { window: asked, query, echo, adds: turnOfRun }] of runs.entries()) {
          // By ids alone, a turn that equals word for word what follows the window in the thread could be its echo.
          const adds = echo === 'ids' ? turnOfRun.map((message) => unlike(message, index)) : turnOfRun
          const runId = `run ${index}`
          const given = onTheWire(
            await callerOn(context).memory.read({
              ...session,
              agentName: 'any',
              runId,
              window: Window.parse(asked),
              ...(query === undefined ? {} : { query }),
            }),
          )
          const before: Message[] = echo.startsWith('ids') ? given.messages : withoutIds(given.messages)
          const more = { runId, ...(echo === 'ids' ? {} : { readId: given.readId }) }
          const steps = echo.endsWith('steps') ? [2, adds.length] : [adds.length]
          for (const length of steps) {
            const state = [...before, ...adds.slice(0, length)]
            const answer = await write(state, more).catch((error: { code: string }) => {
              // Known by ids alone, a state that goes on like the thread for a while could be either (R2 d).
              if (echo !== 'ids' || error.code !== 'CONFLICT') throw error
              return write(state, { ...more, readId: given.readId })
            })
            expect(answer.conflicts).toEqual([])
          }
          conversation.push(...adds)
          if (index === 0) await storeSummary(database, tenant, { toSeq: 2, tokens: 9 })
          if (index === 1 && isPinned) await pinFirst(tenant)
        }
        const { items } = onTheWire(
          await callerOn(context).messages.list({ threadId: 's', scope: session.scope, limit: 200 }),
        )
        expect(withoutIds(items.map(({ message }) => message))).toEqual(conversation)
        const older = await callerOn(context).messages.list({ threadId: 'older', scope: session.scope })
        expect(older.items).toHaveLength(3)
      }),
      { numRuns: 20 },
    )
  }, 90_000)
})

async function pinFirst(tenant: string) {
  await ownerQuery(
    database,
    `insert into pin (tenant, scope_id, thread_uid, seq, created_by)
     select tenant, scope_id, uid, 1, 'test' from thread where tenant = $1 and thread_id = 's'`,
    [tenant],
  )
}
