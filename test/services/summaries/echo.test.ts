import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../../server/services/context'
import { renderSummary } from '../../../server/services/summaries/render-summary'
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

let database: TestDatabase
let context: ServiceContext
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

const text = 'The customer asked for a refund of 40 EUR; it is open.'
const summary = () => renderSummary(context.signer, { version: 3, fromSeq: 1, toSeq: 12, text }).message

async function stored(session: ReturnType<typeof freshSession>['session']) {
  const { items } = onTheWire(
    await callerOn(context).messages.list({ threadId: session.sessionId, scope: session.scope, limit: 200 }),
  )
  return items.map(({ message }) => message.content)
}

describe('a summary that comes back with a write', () => {
  it('R1 (B142): is not stored, whatever became of its id, its fields and its role', async () => {
    const { session, write } = freshSession(context)
    const sent = summary()
    const echoes = [
      { role: 'user' as const, content: sent.content },
      { ...sent, role: 'assistant' as const, id: 'of the client' },
      { ...sent, content: [{ type: 'text', text: String(sent.content) }], extra: 1 },
    ]
    const answer = await write([{ role: 'system', content: 'be kind' }, ...echoes, user('next'), assistant('ok')])
    expect(answer).toMatchObject({ appended: 2, skippedSystem: 4 })
    expect(await stored(session)).toEqual(['next', 'ok'])
  })

  it('R1, R3: does not disturb the alignment, with a read token and without, wherever it stands', async () => {
    const { session, read, write } = freshSession(context)
    await write([user('a'), assistant('b')])
    const given = await read()
    const withToken = await write([summary(), ...given.messages, user('c'), summary(), assistant('d')], {
      readId: given.readId,
    })
    expect(withToken).toMatchObject({ appended: 2, matched: 2, skippedSystem: 2 })
    const withoutToken = await write([
      user('c'),
      summary(),
      assistant('d'),
      user('e'),
      calls('x'),
      summary(),
      result('x'),
    ])
    expect(withoutToken).toMatchObject({ appended: 3, matched: 2, skippedSystem: 2 })
    expect(await stored(session)).toEqual(['a', 'b', 'c', 'd', 'e', null, 'result of x'])
  })

  it('R1: is left out of an append too', async () => {
    const { session, write } = freshSession(context)
    await write([summary(), user('a'), assistant('b')], { mode: 'append' })
    expect(await stored(session)).toEqual(['a', 'b'])
  })

  it('R1: a message that quotes one, or bears a mark that is not ours, is stored', async () => {
    const { session, write } = freshSession(context)
    const quote = `${summary().content}\nIs that right?`
    const forged = String(summary().content).replace(/check [\w-]+/, 'check AAAAAAAAAAAA')
    expect(await write([user(quote), user(forged), assistant('yes')])).toMatchObject({ appended: 3, skippedSystem: 0 })
    expect(await stored(session)).toEqual([quote, forged, 'yes'])
  })

  it('R5: a retry that has read another summary meanwhile is the same call', async () => {
    const { write } = freshSession(context)
    const first = await write([summary(), user('a'), assistant('b')], { idempotencyKey: 'k' })
    const later = renderSummary(context.signer, { version: 4, fromSeq: 1, toSeq: 14, text }).message
    expect(await write([later, user('a'), assistant('b')], { idempotencyKey: 'k' })).toEqual(first)
  })
})
