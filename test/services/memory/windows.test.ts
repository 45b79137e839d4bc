import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { previewSource, windowOn } from '../../../components/studio/preview-decision'
import { unitsOfList } from '../../../memory/exchange-units'
import { recallingParts, recallQuestions } from '../../../memory/recalled-hits'
import type { WindowInput } from '../../../memory/window-config'
import { Window } from '../../../memory/window-schema'
import { previewWindow } from '../../../server/services/agents/preview-window'
import { recall, recalledUnits } from '../../../server/services/memory/recall-units'
import { callLimit, decideThread } from '../../../server/services/memory/window-view'
import { seenOf } from '../../../server/services/threads/seen'
import { withReach } from '../../../server/store/reach'
import { findThread } from '../../../server/store/threads'
import { loadStretch } from '../../../server/store/window-rows'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, callerOn, calls, freshSession, processOn, result, user } from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'
import { storeSummary } from '../../support/stored-summary'
import { window } from '../../support/window-arbitrary'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

async function saveWindow(
  agentName: string,
  window: WindowInput | null,
  more: { allow?: boolean; storing?: boolean } = {},
) {
  const [row] = await ownerQuery<{ version: number }>(
    database,
    `with moved as (update installation set config_revision = config_revision + 1)
     insert into config_version (agent_name, version, "window", allow_call_window, storing, author)
     select $1, coalesce(max(version), 0) + 1, $2, $3, $4, 'test' from config_version where agent_name = $1 returning version`,
    [agentName, window && JSON.stringify(window), more.allow ?? false, more.storing ?? true],
  )
  return row?.version
}

/** A thread of turns of all kinds: plain, with parallel and late results, unanswered, empty, and perhaps open at the end. */
const turnKind = fc.constantFrom('plain', 'tools', 'parallel', 'late', 'unanswered', 'empty', 'long', 'two-users')
const thread = fc.record({
  turns: fc.array(turnKind, { minLength: 1, maxLength: 40 }),
  end: fc.constantFrom('closed', 'asked', 'calling', 'answered'),
  pins: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 2 }),
  /** How much of it a summary stands for, of 1; and the summary's tokens. */
  summary: fc.option(
    fc.record({ share: fc.double({ min: 0.05, max: 0.95, noNaN: true }), tokens: fc.integer({ min: 8, max: 300 }) }),
  ),
})

function messagesOf(shape: { turns: string[]; end: string }) {
  const turns = shape.turns.flatMap((kind, index) => {
    const ask = user(`question ${index}`)
    const end = assistant(`answer ${index}`)
    switch (kind) {
      case 'tools':
        return [ask, calls('a'), result('a'), calls('a'), result('a'), end]
      case 'parallel':
        return [ask, calls('a', 'b'), result('b'), result('a'), end]
      case 'late':
        return [ask, calls('a', 'b'), result('a'), user('still there?'), result('b'), end]
      case 'unanswered':
        return [ask, calls('a', 'b'), result('a'), end]
      case 'empty':
        return [ask, assistant('')]
      case 'long':
        return [ask, assistant('word '.repeat(150))]
      case 'two-users':
        return [ask, user('and this'), end]
      default:
        return [ask, end]
    }
  })
  const last = {
    closed: [],
    asked: [user('last')],
    calling: [user('last'), calls('z')],
    answered: [user('last'), calls('z'), result('z')],
  }
  return [...turns, ...(last[shape.end as keyof typeof last] ?? [])]
}

const question = fc.record({
  window,
  limit: fc.option(fc.integer({ min: 0, max: 50 }), { nil: undefined }),
  query: fc.constantFrom('', 'question 3', 'result of b', 'answer 2 question 7', 'word', 'nowhere'),
})

/** A summary of this share of the turns. */
async function summarize(tenant: string, { share, tokens }: { share: number; tokens: number }) {
  const [covered] = await ownerQuery<{ toSeq: number }>(
    database,
    `select max(m.seq) as "toSeq" from thread t
     join message m on m.tenant = t.tenant and m.scope_id = t.scope_id and m.thread_uid = t.uid
     where t.tenant = $1 and t.thread_id = 's' and m.turn <= greatest(1, floor(t.last_turn * $2::float8))`,
    [tenant, share],
  )
  return storeSummary(database, tenant, { toSeq: covered?.toSeq ?? 1, tokens, version: 3 })
}

/** What the desk's preview makes of the thread `s` under a window, with what it asks the server for. */
async function previewed(scope: { tenant: string; subject: string }, draft: Window, query: string) {
  const [row] = await ownerQuery<{ uid: string }>(
    database,
    "select uid from thread where tenant = $1 and thread_id = 's'",
    [scope.tenant],
  )
  const given = await previewWindow(context, { app: true, uid: row?.uid, pick: 'newest', query })
  const source = previewSource(given)
  return source && windowOn(source, draft)
}

describe('windows in the database', () => {
  it('W4, W5: what is read by bounds equals the decision over the whole thread, and messages.window tells the same', async () => {
    await saveWindow('caller', null, { allow: true })
    await fc.assert(
      fc.asyncProperty(thread, fc.array(question, { minLength: 4, maxLength: 4 }), async (shape, questions) => {
        const { session, read, write } = freshSession(context)
        const messages = messagesOf(shape)
        await write(messages, { mode: 'append', agentName: 'caller' })
        const elsewhere = messagesOf({ turns: ['tools', 'plain', 'late', 'unanswered'], end: 'closed' })
        await write(elsewhere, { mode: 'append', sessionId: 'elsewhere' })
        const reach = { kind: 'scope', ...session.scope } as const
        for (const seq of new Set(shape.pins.filter((pin) => pin <= messages.length))) {
          await ownerQuery(
            database,
            `insert into pin (tenant, scope_id, thread_uid, seq, created_by)
             select tenant, scope_id, uid, $2, 'test' from thread where tenant = $1 and thread_id = 's'`,
            [session.scope.tenant, seq],
          )
        }
        const summary = shape.summary && (await summarize(session.scope.tenant, shape.summary))
        for (const asked of questions) {
          const parsed = Window.parse(JSON.parse(JSON.stringify(asked.window)))
          const limit = callLimit(asked.limit)
          const whole = await withReach(database.pools.application, reach, async ({ client, scopeId }) => {
            const found = await findThread(client, { reach, scopeId, reference: { threadId: 's' } })
            if (!found) throw new Error('no thread')
            const rows = await loadStretch(client, { thread: found, from: 1, to: found.messageCount })
            return { rows, thread: found }
          }).then(async ({ rows, thread }) => {
            const recalled =
              recallingParts(parsed).length > 0 && asked.query !== ''
                ? await recall(context, {
                    scope: session.scope,
                    thread,
                    questions: recallQuestions(parsed),
                    query: asked.query,
                  })
                : undefined
            const units = recalled && recalledUnits(recalled, unitsOfList(rows))
            return decideThread({ rows, window: parsed, limit, thread, summary, recalled: units })
          })
          const given = await read({
            agentName: 'caller',
            window: JSON.parse(JSON.stringify(asked.window)),
            // Other windows are narrowed by a query.
            ...(recallingParts(parsed).length > 0 ? { query: asked.query } : {}),
            ...(asked.limit === undefined ? {} : { limit: asked.limit }),
          })
          expect(given.window).toMatchObject({
            source: 'call',
            ranges: whole.ranges,
            messages: whole.messages,
            tokens: whole.tokens,
            overBudget: whole.overBudget,
          })
          expect(given.window.summary ?? null).toEqual(whole.summary)
          expect(given.messages).toHaveLength(whole.messages)
          if (asked.limit === undefined) {
            const shown = await previewed(session.scope, parsed, asked.query)
            expect(given.window).toMatchObject({
              ranges: shown?.decision.ranges,
              messages: shown?.decision.messages,
              tokens: shown?.decision.tokens,
              overBudget: shown?.decision.overBudget,
            })
          }
        }
        const [first] = questions
        await ownerQuery(
          database,
          'update thread set "window" = $2, window_version = 7 where tenant = $1 and thread_id = \'s\'',
          [session.scope.tenant, JSON.stringify(first?.window)],
        )
        const given = await read()
        const seen = await callerOn(context).messages.window({ threadId: 's', scope: session.scope })
        expect(seen.window).toEqual(given.window)
        const shown = await previewed(session.scope, Window.parse(JSON.parse(JSON.stringify(first?.window))), '')
        expect(shown?.decision.items).toEqual(seen.items)
        const summaryTokens = given.window.summary?.tokens ?? 0
        expect(seen.items.filter(({ isIn }) => isIn)).toHaveLength(given.messages.length - (summaryTokens > 0 ? 1 : 0))
        expect(seen.items.map(({ seq }) => seq)).toEqual(messages.map((_message, index) => index + 1))
        const [bar] = await withReach(database.pools.application, reach, async ({ client, scopeId }) => {
          const found = await findThread(client, { reach, scopeId, reference: { threadId: 's' } })
          return seenOf(context, client, found ? [found] : [])
        })
        expect(bar).toMatchObject({
          messages: given.window.messages,
          tokens: given.window.tokens,
          ranges: given.window.ranges,
        })
        const tokensOf = (kinds: string[]) =>
          (bar?.segments ?? []).reduce((sum, { kind, tokens }) => sum + (kinds.includes(kind) ? tokens : 0), 0)
        expect(tokensOf(['in', 'pin'])).toBe(given.window.tokens - summaryTokens)
        expect(tokensOf(['in', 'pin', 'out', 'summary'])).toBe(given.window.totalTokens)
        if (summaryTokens === 0) expect(tokensOf(['summary'])).toBe(0)
      }),
      { numRuns: 15 },
    )
  }, 60_000)

  it('W2: agent before app before the built-in default, a thread before all, and the very next read follows a change', async () => {
    const agentName = 'w2'
    const { session, read, write } = freshSession(context)
    for (let index = 0; index < 6; index += 1)
      await write([user(`q${index}`), assistant(`a${index}`)], { mode: 'append' })
    expect((await read({ agentName })).window).toMatchObject({ source: 'default', configVersion: 0, messages: 12 })
    const app = await saveWindow('', { strategy: 'buffer', maxMessages: 8 })
    expect((await read({ agentName })).window).toMatchObject({ source: 'app', configVersion: app, messages: 8 })
    const own = await saveWindow(agentName, { strategy: 'buffer', lastMessages: 4 })
    expect((await read({ agentName })).window).toMatchObject({ source: 'agent', configVersion: own, messages: 4 })
    expect((await read({ agentName: 'another' })).window).toMatchObject({ source: 'app', messages: 8 })
    await ownerQuery(database, 'update thread set "window" = $2, window_version = 3 where tenant = $1', [
      session.scope.tenant,
      JSON.stringify({ strategy: 'buffer', maxMessages: 10 }),
    ])
    expect((await read({ agentName })).window).toMatchObject({ source: 'thread', configVersion: 3, messages: 10 })
    expect((await read({ agentName, limit: 2 })).window).toMatchObject({ source: 'thread', messages: 2 })
    await saveWindow('', null)
  })

  it("W2: a call's own window counts only where it is allowed, and never over off", async () => {
    const agentName = 'w2-call'
    const { read, write } = freshSession(context)
    await write([user('q1'), assistant('a1'), user('q2'), assistant('a2')])
    const window = { strategy: 'buffer', maxMessages: 2 } as const
    expect((await read({ agentName, window })).window).toMatchObject({ source: 'default', messages: 4 })
    await saveWindow(agentName, null, { allow: true })
    expect((await read({ agentName, window })).window).toMatchObject({ source: 'call', messages: 2 })
    await saveWindow(agentName, { strategy: 'off' }, { allow: true })
    expect(await read({ agentName, window })).toMatchObject({
      messages: [],
      window: { source: 'agent', strategy: 'off', totalMessages: 4 },
    })
    expect(await write([user('still stored')], { agentName, mode: 'append' })).toMatchObject({ appended: 1 })
  })

  it('W2: storing has its own switch, and every process follows it at once', async () => {
    const agentName = 'w2-storing'
    const { session, write } = freshSession(context)
    await write([user('q')], { agentName })
    await saveWindow(agentName, null, { storing: false })
    const dropped = await write([user('q'), assistant('a')], { agentName })
    expect(dropped).toMatchObject({ appended: 0, entryId: null, thread: null })
    await saveWindow(agentName, null, { storing: true })
    expect(await write([user('q'), assistant('a')], { agentName })).toMatchObject({ appended: 1 })
    expect((await callerOn(context).messages.list({ threadId: 's', scope: session.scope })).items).toHaveLength(2)
  })

  it('W3: the newest message is shown, and said to be over budget, when it alone is too large', async () => {
    await saveWindow('tight', { strategy: 'sliding-window', maxTokens: 20 })
    const { read, write } = freshSession(context)
    for (let index = 0; index < 80; index += 1) await write([user('q'), assistant('a')], { mode: 'append' })
    await write([user('go'), calls('a'), result('a', 'long '.repeat(200))], { mode: 'append' })
    const given = await read({ agentName: 'tight' })
    expect(given.window).toMatchObject({ overBudget: true, ranges: [[161, 163]] })
  })
})
