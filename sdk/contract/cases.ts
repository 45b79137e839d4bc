import { brokenExchanges, equal, holds, plain, said } from './checks'
import { CONVERSATION } from './conversation-cases'
import { calls, result, run, type SubjectCase, says, turn, user } from './subject'

/** Tool calls and their results. */
const exchanges: SubjectCase[] = [
  {
    name: 'no limit parts a tool call from its results',
    run: async (memory) => {
      const messages = [
        ...turn(1),
        user('compare'),
        calls('a', 'b'),
        result('a', '1'),
        result('b', '2'),
        says('b is more'),
      ]
      await memory.write(messages, { sessionId: 's' })
      for (let limit = 1; limit <= messages.length; limit += 1) {
        const seen = await memory.read({ sessionId: 's', limit })
        equal(brokenExchanges(seen), [], `limit ${limit}`)
      }
    },
  },
  {
    name: 'a result that comes with a later write finds its call',
    run: async (memory) => {
      const options = { sessionId: 's', runId: 'run' }
      await run(memory, [user('look'), calls('c1')], options)
      await run(memory, [result('c1', 'found'), says('done')], options)
      const seen = await memory.read({ sessionId: 's' })
      equal(plain(seen), [user('look'), calls('c1'), result('c1', 'found'), says('done')], 'the whole exchange')
    },
  },
]

/** What a read may ask for. */
const reading: SubjectCase[] = [
  {
    name: 'limit gives the newest messages, at most so many',
    run: async (memory) => {
      const all = [1, 2, 3].flatMap(turn)
      await memory.write(all, { sessionId: 's' })
      equal(said(await memory.read({ sessionId: 's', limit: 2 })), said(all.slice(-2)), 'limit 2')
      equal(said(await memory.read({ sessionId: 's', limit: 100 })), said(all), 'limit 100')
      equal(await memory.read({ sessionId: 's', limit: 0 }), [], 'limit 0')
    },
  },
  {
    name: 'tags give the messages of the writes that carry all of them',
    run: async (memory) => {
      await run(memory, turn(1), { sessionId: 's', tags: { topic: 'parcel', place: 'home' } })
      await run(memory, turn(2), { sessionId: 's', tags: { topic: 'invoice', place: 'home' } })
      const read = async (tags: Record<string, string>) => said(await memory.read({ sessionId: 's', tags }))
      equal(await read({ topic: 'parcel' }), said(turn(1)), 'topic parcel')
      equal(await read({ place: 'home' }), said([1, 2].flatMap(turn)), 'place home')
      equal(await read({ place: 'home', topic: 'invoice' }), said(turn(2)), 'both')
      equal(await read({ topic: 'parcel', place: 'work' }), [], 'one that fits and one that does not')
      equal(await read({}), said([1, 2].flatMap(turn)), 'no tags')
    },
  },
  {
    name: 'query finds the messages that hold its words, exchanges whole',
    run: async (memory) => {
      const about = [user('where is my parcel'), calls('c1'), result('c1', 'a parcel in Lyon'), says('in Lyon')]
      await memory.write([...about, user('and the invoice'), says('it was paid')], { sessionId: 's' })
      const seen = await memory.read({ sessionId: 's', query: 'parcel' })
      holds(said(seen).includes('where is my parcel'), 'the message with the word is there', said(seen))
      equal(brokenExchanges(seen), [], 'exchanges')
    },
  },
]

/** Sessions, and what may be asked of them. */
const isolation: SubjectCase[] = [
  {
    name: 'sessions do not see each other',
    run: async (memory) => {
      const names = ['a', 'A', 'a ', 'a%', 'a/b', 'tenant:x:subject:y', '__proto__', 'ä', '🙂']
      for (const [index, sessionId] of names.entries()) await memory.write(turn(index), { sessionId })
      for (const [index, sessionId] of names.entries()) {
        equal(said(await memory.read({ sessionId })), said(turn(index)), `session ${JSON.stringify(sessionId)}`)
      }
    },
  },
  {
    name: 'writes at the same time are each stored once, whole and in one piece',
    run: async (memory) => {
      const numbers = [1, 2, 3, 4, 5]
      await run(memory, turn(0), { sessionId: 's' })
      const history = await memory.read({ sessionId: 's' })
      await Promise.all(
        numbers.map((number) =>
          memory.write([...history, ...turn(number)], { sessionId: 's', runId: `run ${number}` }),
        ),
      )
      const seen = said(await memory.read({ sessionId: 's' }))
      equal([...seen].sort(), [...said([0, ...numbers].flatMap(turn))].sort(), 'each message once')
      for (const number of numbers) {
        equal(seen[seen.indexOf(`question ${number}`) + 1], `answer ${number}`, `turn ${number} in one piece`)
      }
    },
  },
]

const clearing: SubjectCase[] = [
  {
    name: 'clear forgets one session, or without a name all of them',
    run: async (memory) => {
      if (!memory.clear) return
      for (const sessionId of ['a', 'b', 'c']) await memory.write(turn(1), { sessionId })
      await memory.clear('a')
      equal(await memory.read({ sessionId: 'a' }), [], 'the cleared one')
      equal(said(await memory.read({ sessionId: 'b' })), said(turn(1)), 'another one')
      await memory.clear('never written')
      await memory.clear()
      equal(await memory.read({ sessionId: 'b' }), [], 'b after all were cleared')
      equal(await memory.read({ sessionId: 'c' }), [], 'c after all were cleared')
    },
  },
  {
    name: 'a cleared session can be written again',
    run: async (memory) => {
      if (!memory.clear) return
      await memory.write(turn(1), { sessionId: 's' })
      await memory.clear('s')
      await memory.write(turn(2), { sessionId: 's' })
      equal(said(await memory.read({ sessionId: 's' })), said(turn(2)), 'after the new write')
    },
  },
]

const listing: SubjectCase[] = [
  {
    name: 'entries hold what was written, each message once, oldest first, with times, tags and agent',
    run: async (memory) => {
      if (!memory.entries) return
      const start = Date.now() - 60_000
      await run(memory, turn(1), { sessionId: 's', tags: { topic: 'parcel' }, agentName: 'support' })
      await run(memory, turn(2), { sessionId: 's' })
      await run(memory, turn(3), { sessionId: 'other' })
      const entries = await memory.entries('s')
      equal(said(entries.flatMap(({ messages }) => messages)), said([1, 2].flatMap(turn)), 'messages')
      const first = entries[0]
      equal(first?.metadata.tags?.topic, 'parcel', 'tags of the first entry')
      equal(first?.metadata.agentName, 'support', 'agent of the first entry')
      for (const { id, sessionId, metadata } of entries) {
        holds(id !== '', 'an entry has an id', id)
        equal(sessionId, 's', 'session')
        holds(metadata.createdAt instanceof Date, 'createdAt is a Date', metadata.createdAt)
        holds(metadata.createdAt.getTime() >= start, 'createdAt is the time of the write', metadata.createdAt)
        holds(metadata.accessedAt instanceof Date, 'accessedAt is a Date', metadata.accessedAt)
      }
      const all = await memory.entries()
      equal([...new Set(all.map(({ sessionId }) => sessionId))].sort(), ['other', 's'], 'all sessions')
      equal(await memory.entries('nobody'), [], 'an unknown session')
    },
  },
]

export const CASES: readonly SubjectCase[] = [
  ...CONVERSATION,
  ...exchanges,
  ...reading,
  ...isolation,
  ...clearing,
  ...listing,
]
