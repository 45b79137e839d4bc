import type { ModelMessage } from '../../memory/message'
import { equal, holds, plain, said } from './checks'
import { calls, result, run, type SubjectCase, says, turn, user } from './subject'

/** What is written and read back. */
export const CONVERSATION: SubjectCase[] = [
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
