import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ModelMessage } from '../../memory/message'
import { Loci } from '../../sdk/loci'
import { type Fault, type FaultyProxy, faultyProxy } from '../support/faulty-proxy'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let key: string
let line: FaultyProxy

beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
  line = await faultyProxy(server.url)
})
afterAll(async () => {
  await line.close()
  await server.close()
})

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('pass' as const) },
  { weight: 3, arbitrary: fc.constant('cut' as const) },
  { weight: 3, arbitrary: fc.constant('lose' as const) },
  { weight: 1, arbitrary: fc.constant('hang' as const) },
  { weight: 2, arbitrary: fc.constant({ refuse: 503 }) },
)

/** How an agent hands back what it was given. */
const habits: Record<string, (message: ModelMessage) => ModelMessage> = {
  'the same objects': (message) => message,
  copies: (message) => structuredClone(message),
  'copies without ids': ({ id: _id, ...rest }) => rest,
}

const run = fc.record({
  // Few texts, so that most turns say what was said before.
  says: fc.array(fc.constantFrom('yes', 'no'), { minLength: 1, maxLength: 2 }),
  habit: fc.constantFrom(...Object.keys(habits)),
  writesTwice: fc.boolean(),
  flushes: fc.boolean(),
})

let samples = 0

it('R5, R6: whatever fails, after the flush the thread holds each message exactly once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(run, { minLength: 1, maxLength: 6 }),
      fc.array(fault, { maxLength: 30 }),
      async (runs, faults) => {
        samples += 1
        const tenant = `sample-${samples}`
        const options = { url: line.url, key, retries: 0, timeoutMs: 400, onUnavailable: 'buffer' } as const
        // No pause, so that the schedule decides what fails, and not what the SDK has learned of the line.
        const loci = new Loci({ ...options, buffer: { pauseMs: 0 } })
        const { memory } = loci.for({ tenant })
        line.plan(...faults)

        const said: string[] = []
        for (const { says, habit, writesTwice, flushes } of runs) {
          const { messages, readId } = await memory.read({ sessionId: 's' })
          const state = messages.map(habits[habit] ?? ((message) => message))
          for (const content of says) {
            state.push({ role: 'user', content }, { role: 'assistant', content: `re ${content}` })
            said.push(content, `re ${content}`)
            if (writesTwice) await memory.write({ sessionId: 's', messages: state, readId })
          }
          if (!writesTwice) await memory.write({ sessionId: 's', messages: state, readId })
          if (flushes) await loci.flush().catch(() => {})
        }

        line.clearPlan()
        await loci.close()
        expect(loci.pending).toEqual({ writes: 0, messages: 0, bytes: 0, refused: 0 })
        const straight = new Loci({ url: server.url, key }).for({ tenant })
        const { items } = await straight.messages.list({ threadId: 's', limit: 200 })
        expect(items.map((item) => item.message.content)).toEqual(said)
        expect(items.map((item) => item.seq)).toEqual(said.map((_, index) => index + 1))
      },
    ),
    { numRuns: 60, endOnFailure: true },
  )
}, 120_000)
