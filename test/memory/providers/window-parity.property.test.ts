import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callIdsOf, isEmpty, type ModelMessage } from '../../../memory/message'
import { BufferMemory } from '../../../memory/providers/buffer'
import { CompositeMemory } from '../../../memory/providers/composite'
import { SlidingWindowMemory } from '../../../memory/providers/sliding-window'
import { SummarizingMemory } from '../../../memory/providers/summarizing'
import { VectorMemory } from '../../../memory/providers/vector'
import { ESTIMATE } from '../../../memory/token-estimate'
import { decideWindow } from '../../../memory/window'
import type { Window } from '../../../memory/window-config'
import { Window as WindowSchema } from '../../../memory/window-schema'
import { brokenExchanges } from '../../../sdk/contract/checks'
import { threadOf } from '../thread-model'

const RUNS = process.env.LOCI_TEST_FULL ? 2_000 : 50

/** A run of an agent: what it adds, and how many messages it reads at most before. */
interface Run {
  added: ModelMessage[]
  limit: number | undefined
}

const text = fc.constantFrom('yes', 'no', 'a longer sentence about parcels and their whereabouts', 'ok', '再见', '')

const anyRun: fc.Arbitrary<Run> = fc
  .record({
    asks: fc.array(text, { minLength: 1, maxLength: 2 }),
    exchanges: fc.array(
      fc.record({
        ids: fc.uniqueArray(fc.constantFrom('c1', 'c2', 'c3'), { minLength: 1, maxLength: 3 }),
        result: text,
        isAnswered: fc.integer({ min: 0, max: 9 }).map((draw) => draw > 0),
      }),
      { maxLength: 3 },
    ),
    answer: fc.option(text, { nil: undefined, freq: 5 }),
    limit: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  })
  .map(({ asks, exchanges, answer, limit }) => ({
    limit,
    added: [
      ...asks.map((content): ModelMessage => ({ role: 'user', content })),
      ...exchanges.flatMap(({ ids, result, isAnswered }): ModelMessage[] => [
        { role: 'assistant', content: null, toolCalls: ids.map((id) => ({ id, name: 'find', arguments: { id } })) },
        ...ids
          .filter((_, index) => isAnswered || index > 0)
          .map((id): ModelMessage => ({ role: 'tool', toolCallId: id, content: result })),
      ]),
      ...(answer === undefined ? [] : [{ role: 'assistant' as const, content: answer }]),
    ],
  }))

const runs = fc.array(anyRun, { minLength: 1, maxLength: 10 })

/** What the server's decision shows of the whole conversation, as texts. */
function shownByServer(messages: readonly ModelMessage[], window: Window, limit: number | undefined): unknown[] {
  const { rows, totals, openTurn } = threadOf(
    messages.map((message) => ({
      role: message.role as 'user' | 'assistant' | 'tool',
      callIds: callIdsOf(message),
      isEmpty: isEmpty(message),
      tokens: ESTIMATE.countMessage(message),
      ...(message.toolCallId ? { toolCallId: message.toolCallId } : {}),
    })),
  )
  const { delivered } = decideWindow({ rows, window, limit, totals, openTurn })
  return delivered.map(({ seq, withoutToolCalls }) => bare(messages[seq - 1], withoutToolCalls))
}

function bare(message: ModelMessage | undefined, withoutCalls = false): unknown {
  const { id: _id, toolCalls, ...rest } = message ?? { role: 'user' }
  return toolCalls && !withoutCalls ? { ...rest, toolCalls } : rest
}

const limits = { tokens: fc.integer({ min: 20, max: 400 }), messages: fc.integer({ min: 1, max: 12 }) }

const subjects = {
  buffer: fc
    .record({ maxMessages: limits.messages, maxTokens: fc.option(limits.tokens, { nil: undefined }) })
    .map((options) => ({
      memory: () => new BufferMemory({ ...options, counter: ESTIMATE }),
      window: { strategy: 'buffer', ...options },
    })),
  sliding: fc.record({ maxTurns: fc.integer({ min: 1, max: 6 }), maxTokens: limits.tokens }).map((options) => ({
    memory: () => new SlidingWindowMemory({ ...options, counter: ESTIMATE }),
    window: { strategy: 'sliding-window', ...options },
  })),
  vector: fc.record({ topK: fc.integer({ min: 1, max: 6 }) }).map((options) => ({
    memory: () => new VectorMemory({ ...options, counter: ESTIMATE }),
    window: { strategy: 'vector', ...options },
  })),
  summarizing: fc
    .record({ recentMessages: fc.nat({ max: 6 }), summarizeEvery: fc.integer({ min: 1, max: 4 }) })
    .map((options) => ({
      // A model that gives nothing leaves a plain window.
      memory: () => new SummarizingMemory({ ...options, summaryModel: () => '', counter: ESTIMATE }),
      window: { strategy: 'summarizing', ...options },
    })),
  composite: fc
    .record({ maxMessages: limits.messages, maxTurns: fc.integer({ min: 1, max: 4 }), maxTokens: limits.tokens })
    .map(({ maxMessages, ...sliding }) => ({
      memory: () =>
        new CompositeMemory({
          providers: [
            new BufferMemory({ maxMessages, counter: ESTIMATE }),
            new SlidingWindowMemory({ ...sliding, counter: ESTIMATE }),
          ],
          counter: ESTIMATE,
        }),
      window: {
        strategy: 'composite',
        providers: [
          { strategy: 'buffer', maxMessages },
          { strategy: 'sliding-window', ...sliding },
        ],
      },
    })),
}

describe('a memory in the process and a server show the same', () => {
  it.each(Object.entries(subjects))(
    'W1 to W8, R2: %s',
    async (_name, anySubject) => {
      await fc.assert(
        fc.asyncProperty(anySubject, runs, fc.boolean(), async ({ memory: make, window: asked }, all, isCloned) => {
          const memory = make()
          const window = WindowSchema.parse(asked)
          const stored: ModelMessage[] = []
          for (const [index, { added, limit }] of all.entries()) {
            const runId = `run ${index}`
            const seen = await memory.read({ sessionId: 's', limit })
            expect(brokenExchanges(seen)).toEqual([])
            // Ids or objects: what the agent hands back is recognised by either.
            const history = isCloned ? structuredClone(seen) : seen
            // Every run says something of its own first, so that altered echoes cannot be told from what is new by chance.
            const first: ModelMessage = { role: 'user', content: `run ${index}` }
            await memory.write([...history, first, ...added], { sessionId: 's', runId })
            stored.push(first, ...added)
            for (const narrowed of [undefined, 1, 3]) {
              const shown = await memory.read({ sessionId: 's', limit: narrowed })
              expect(shown.map((message) => bare(message))).toEqual(shownByServer(stored, window, narrowed))
            }
          }
        }),
        { numRuns: RUNS },
      )
    },
    120_000,
  )
})
