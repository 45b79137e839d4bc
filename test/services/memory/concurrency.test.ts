import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, callerOn, freshScope, freshSession, processOn, user } from '../../support/memory-caller'
import { ownerQuery } from '../../support/owner-query'

let database: TestDatabase
let context: ReturnType<typeof processOn>
beforeAll(async () => {
  database = await testDatabase()
  context = processOn(database)
})
afterAll(() => database.close())

describe('writers at once', () => {
  it('M3, R6: 16 of them on one new thread give gapless seqs, each turn whole and contiguous', async () => {
    const scope = freshScope()
    const processes = [processOn(database), processOn(database), context]
    const writes = Array.from({ length: 16 }, (_, writer) => {
      const loci = callerOn(processes[writer % 3] ?? context)
      return Array.from({ length: 4 }, (_turn, turn) => ({ loci, name: `${writer}.${turn}` }))
    })
    const answers = await Promise.all(
      writes.map(async (turns) => {
        const own = []
        for (const { loci, name } of turns) {
          own.push(
            await loci.memory.write({
              sessionId: 's',
              scope,
              mode: 'append',
              messages: [user(`q ${name}`), assistant(`a ${name}`), user(`r ${name}`), assistant(`b ${name}`)],
            }),
          )
        }
        return own
      }),
    )
    const seqs = answers.flat().map((answer) => answer.messages.map(({ seq }) => seq))
    for (const [first = 0, ...rest] of seqs) expect(rest).toEqual([first + 1, first + 2, first + 3])
    expect(seqs.flat().sort((left, right) => left - right)).toEqual(
      Array.from({ length: 256 }, (_, index) => index + 1),
    )

    const [totals] = await ownerQuery<{ running: number; tokens: number }>(
      database,
      `select count(*)::int as messages, max(seq) as newest, sum(tokens)::int as tokens, max(running_tokens)::int as running,
              count(distinct turn)::int as turns, max(turn) as last_turn from message m join scope s on s.id = m.scope_id where s.tenant = $1`,
      [scope.tenant],
    )
    expect(totals).toMatchObject({ messages: 256, newest: 256, turns: 128, last_turn: 128 })
    expect(totals?.running).toBe(totals?.tokens)
  })

  it('R3, R6: runs that read the same state and write at once are all stored whole, none doubled', async () => {
    const { session, read, write } = freshSession(context)
    await write([user('q0'), assistant('a0')])
    const runs = await Promise.all(Array.from({ length: 6 }, () => read()))
    const answers = await Promise.all(
      runs.map((run, index) =>
        write([...run.messages, user(`q ${index}`), assistant(`a ${index}`)], {
          readId: run.readId,
          runId: `r${index}`,
        }),
      ),
    )
    for (const answer of answers) {
      const [first = 0, second] = answer.messages.map(({ seq }) => seq)
      expect(answer).toMatchObject({ appended: 2, matched: 2 })
      expect(second).toBe(first + 1)
    }
    const list = await callerOn(context).messages.list({ threadId: 's', scope: session.scope })
    expect(list.items).toHaveLength(14)
  })

  it('R3: a write on a state that has moved on decides again and keeps what the other wrote', async () => {
    const { read, write } = freshSession(context)
    await write([user('q'), assistant('a')])
    const stale = await read()
    await write([user('other q'), assistant('other a')], { mode: 'append' })
    const answer = await write([...stale.messages, user('q2'), assistant('a2')], { readId: stale.readId })
    expect(answer).toMatchObject({ appended: 2, matched: 2, thread: { messageCount: 6 } })
    expect((await read()).messages.map(({ content }) => content)).toEqual(['q', 'a', 'other q', 'other a', 'q2', 'a2'])
  })

  it('R5: 32 racing copies of one write are stored once and get the same answer', async () => {
    const { session, write } = freshSession(context)
    const copies = await Promise.all(
      Array.from({ length: 32 }, () => write([user('pay'), assistant('paid')], { idempotencyKey: 'once' })),
    )
    expect(new Set(copies.map((copy) => JSON.stringify(copy))).size).toBe(1)
    expect(copies[0]).toMatchObject({ appended: 2 })
    expect((await callerOn(context).messages.list({ threadId: 's', scope: session.scope })).items).toHaveLength(2)
  })
})
