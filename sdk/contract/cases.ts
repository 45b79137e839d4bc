import type { ModelMessage } from '../../memory/message'
import { brokenExchanges, equal, holds, plain, said } from './checks'
import { type AnyProvider, calls, result, run, says, user } from './subject'

/** One thing that a provider must do; `run` gets a fresh one and throws when it does not. */
export interface SubjectCase {
  readonly name: string
  readonly run: (memory: AnyProvider) => Promise<void>
}

const turn = (number: number) => [user(`question ${number}`), says(`answer ${number}`)]

/** What is written and read back. */
const conversation: SubjectCase[] = [
  {
    name: 'an unknown session is empty',
    run: async (memory) => equal(await memory.read({ sessionId: 'nobody' }), [], 'read of a session never written'),
  },
  {
    name: 'what was written is read back, in order',
    run: async (memory) => {
      const messages = [...turn(1), ...turn(2)]
      await memory.write(messages, { sessionId: 's' })
      equal(plain(await memory.read({ sessionId: 's' })), messages, 'four messages')
    },
  },
  {
    name: 'without a session the session is "default"',
    run: async (memory) => {
      await memory.write(turn(1))
      equal(said(await memory.read({ sessionId: 'default' })), said(turn(1)), 'session "default"')
      equal(said(await memory.read()), said(turn(1)), 'no session')
    },
  },
  {
    name: 'a whole state handed over each run stores nothing twice',
    run: async (memory) => {
      for (let number = 1; number <= 3; number += 1) await run(memory, turn(number), { sessionId: 's' })
      equal(said(await memory.read({ sessionId: 's' })), said([1, 2, 3].flatMap(turn)), 'three runs')
    },
  },
  {
    name: 'a state that was cloned on the way stores nothing twice',
    run: async (memory) => {
      await memory.write([...turn(1), ...turn(2)], { sessionId: 's' })
      // As through a queue: other objects, without ids.
      const clones = plain(await memory.read({ sessionId: 's' })) as ModelMessage[]
      await memory.write([...clones, ...turn(3)], { sessionId: 's' })
      equal(said(await memory.read({ sessionId: 's' })), said([1, 2, 3].flatMap(turn)), 'after the clone')
    },
  },
  {
    name: 'the same write again changes nothing',
    run: async (memory) => {
      const state = [...turn(1), ...turn(2)]
      for (let again = 0; again < 3; again += 1) await memory.write(state, { sessionId: 's' })
      equal(said(await memory.read({ sessionId: 's' })), said(state), 'three times the same')
    },
  },
  {
    name: 'equal messages that are said again are kept',
    run: async (memory) => {
      for (let again = 0; again < 3; again += 1) await run(memory, [user('yes'), says('ok')], { sessionId: 's' })
      equal(said(await memory.read({ sessionId: 's' })), ['yes', 'ok', 'yes', 'ok', 'yes', 'ok'], 'three equal turns')
    },
  },
  {
    name: 'a state that is handed over step by step within a run is stored once',
    run: async (memory) => {
      await memory.write(turn(0), { sessionId: 's' })
      const state = await memory.read({ sessionId: 's' })
      const steps = [
        [user('look')],
        [calls('c1'), result('c1', 'found')],
        [calls('c2'), result('c2', 'more')],
        [says('ok')],
      ]
      for (const step of steps) {
        state.push(...step)
        await memory.write(state, { sessionId: 's' })
      }
      equal(plain(await memory.read({ sessionId: 's' })), [...turn(0), ...steps.flat()], 'after four steps')
    },
  },
  {
    name: 'a write of a part of the history, as after a limited read, loses nothing and doubles nothing',
    run: async (memory) => {
      for (let number = 1; number <= 3; number += 1) await run(memory, turn(number), { sessionId: 's' })
      await run(memory, turn(4), { sessionId: 's', limit: 2 })
      equal(said(await memory.read({ sessionId: 's' })), said([1, 2, 3, 4].flatMap(turn)), 'after the limited run')
    },
  },
  {
    name: 'system messages are not stored',
    run: async (memory) => {
      await memory.write([{ role: 'system', content: 'Be kind.' }, ...turn(1)], { sessionId: 's' })
      await run(memory, turn(2), { sessionId: 's' })
      const seen = await memory.read({ sessionId: 's' })
      holds(!said(seen).includes('Be kind.'), 'the instruction is not given back', said(seen))
      equal(said(seen), said([1, 2].flatMap(turn)), 'the rest')
    },
  },
  {
    name: 'ids are kept',
    run: async (memory) => {
      const messages = turn(1).map((message, index) => ({ ...message, id: `own-${index}` }))
      await memory.write(messages, { sessionId: 's' })
      equal(
        (await memory.read({ sessionId: 's' })).map(({ id }) => id),
        ['own-0', 'own-1'],
        'ids',
      )
    },
  },
  {
    name: 'fields that the memory does not know are kept',
    run: async (memory) => {
      const message = { role: 'user' as const, content: [{ type: 'text', text: 'hi', cache: { ttl: 5 } }], mood: null }
      await memory.write([message, says('hello')], { sessionId: 's' })
      equal(plain(await memory.read({ sessionId: 's' })), [message, says('hello')], 'unknown fields')
    },
  },
  {
    name: 'hostile texts come back as they were',
    run: async (memory) => {
      const texts = [
        '\u0000',
        '\ud800',
        'a\u202eb',
        '👩‍👩‍👧 ﷽',
        '"; DROP TABLE message; --',
        '<|endoftext|>',
        '{{x}}',
        '__proto__',
        ' ',
      ]
      const messages = [...texts.map(user), says('All of that.')]
      await memory.write(messages, { sessionId: 's' })
      const seen = await memory.read({ sessionId: 's' })
      equal(JSON.stringify(said(seen)), JSON.stringify(said(messages)), 'texts')
    },
  },
  {
    name: 'what a reader does to its messages changes nothing stored',
    run: async (memory) => {
      await memory.write([user('look'), calls('c1'), result('c1', 'found'), says('done')], { sessionId: 's' })
      const before = JSON.stringify(await memory.read({ sessionId: 's' }))
      for (const message of await memory.read({ sessionId: 's' })) {
        message.content = 'changed'
        for (const call of message.toolCalls ?? []) call.arguments = { changed: true }
      }
      equal(JSON.stringify(await memory.read({ sessionId: 's' })), before, 'a second read')
    },
  },
  {
    name: 'what a writer does to its messages afterwards changes nothing stored',
    run: async (memory) => {
      const messages = turn(1)
      await memory.write(messages, { sessionId: 's' })
      for (const message of messages) message.content = 'changed'
      equal(said(await memory.read({ sessionId: 's' })), said(turn(1)), 'a read after the change')
    },
  },
]

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
  ...conversation,
  ...exchanges,
  ...reading,
  ...isolation,
  ...clearing,
  ...listing,
]
