import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MemoryProvider, ReadOptions } from '../../memory/contract'
import { sliceElements } from '../../memory/json-text'
import type { ModelMessage } from '../../memory/message'
import { fromOpenAiText } from '../../memory/openai'
import { BufferMemory } from '../../memory/providers/buffer'
import { CompositeMemory } from '../../memory/providers/composite'
import { SlidingWindowMemory } from '../../memory/providers/sliding-window'
import { SummarizingMemory } from '../../memory/providers/summarizing'
import { VectorMemory } from '../../memory/providers/vector'
import type { Window } from '../../memory/window-config'
import { Loci } from '../../sdk/client'
import { plain } from '../../sdk/contract/checks'
import { LociMemory } from '../../sdk/loci-memory'
import { tokenizer } from '../../sdk/tokens'
import { createTransport } from '../../sdk/transport'
import { type TestServer, testServer } from '../support/server'

const FILE = '../shared/data/airline-conversations.jsonl'
const CONVERSATIONS = 6

const counter = tokenizer
const subjects: Record<string, { window: Window; make: () => MemoryProvider; lists: boolean }> = {
  buffer: {
    window: { strategy: 'buffer', maxMessages: 1_000, maxTokens: 1_500 },
    // One that lets nothing go: then it can look as far back as the server does.
    make: () => new SlidingWindowMemory({ maxTurns: 1_000, maxTokens: 1_500, counter }),
    lists: true,
  },
  'buffer of eight': {
    window: { strategy: 'buffer', maxMessages: 8 },
    make: () => new BufferMemory({ maxMessages: 8, counter }),
    lists: false,
  },
  'sliding window': {
    window: { strategy: 'sliding-window', maxTokens: 700, maxTurns: 4 },
    make: () => new SlidingWindowMemory({ maxTokens: 700, maxTurns: 4, counter }),
    lists: false,
  },
  'summarizing without a model': {
    window: { strategy: 'summarizing', recentMessages: 6, summarizeEvery: 4, maxSummaryTokens: 600 },
    make: () => new SummarizingMemory({ summaryModel: () => '', recentMessages: 6, summarizeEvery: 4, counter }),
    lists: true,
  },
  composite: {
    window: {
      strategy: 'composite',
      mergeStrategy: 'concat',
      providers: [
        { strategy: 'buffer', maxMessages: 4 },
        { strategy: 'sliding-window', maxTokens: 900, maxTurns: 1_000 },
      ],
    },
    make: () =>
      new CompositeMemory({
        providers: [
          new BufferMemory({ maxMessages: 4, counter }),
          new SlidingWindowMemory({ maxTokens: 900, maxTurns: 1_000, counter }),
        ],
      }),
    lists: false,
  },
  vector: {
    window: { strategy: 'vector', topK: 6, threshold: 0, reach: 'thread' },
    make: () => new VectorMemory({ topK: 6, counter }),
    lists: false,
  },
}

function conversations(): ModelMessage[][] {
  const lines = readFileSync(FILE, 'utf8').split('\n').filter(Boolean).slice(0, CONVERSATIONS)
  return lines.map((line) =>
    sliceElements(line, ['messages'])
      .map((slice) => JSON.parse(fromOpenAiText(slice)) as ModelMessage)
      .filter(({ role }) => role !== 'system'),
  )
}

// The conversations are not part of the project; where they are absent, this suite is left out and says so.
describe.runIf(existsSync(FILE))('a server and a memory in the process show the same of real conversations', () => {
  let server: TestServer
  let key: string
  beforeAll(async () => {
    server = await testServer()
    key = await server.createKey({ kind: 'all' }, ['read', 'write', 'admin'])
  })
  afterAll(() => server.close())

  it.each(Object.entries(subjects))(
    'W1 to W8: %s',
    async (name, { window, make, lists }) => {
      const setting = { agentName: name, window }
      await createTransport({ url: server.url, key })('agents.setWindow', setting, { isRepeatable: false })
      const scoped = new Loci({ url: server.url, key }).for({ tenant: 'parity', subject: name })
      const remote = new LociMemory({ loci: scoped, agentName: name })
      const local = make()
      const same = async (asked: ReadOptions) => {
        const [there, here] = await Promise.all([remote.read(asked), local.read(asked)])
        expect(plain(here), JSON.stringify(asked)).toEqual(plain(there))
      }
      for (const [index, messages] of conversations().entries()) {
        const sessionId = `conversation ${index}`
        for (let end = 0; end < messages.length; ) {
          const start = end
          end = messages.findIndex(({ role }, place) => role === 'user' && place > start)
          if (end === -1) end = messages.length
          const options = { sessionId, tags: { part: end % 2 === 0 ? 'even' : 'odd' } }
          for (const memory of [remote, local]) {
            await memory.write([...(await memory.read({ sessionId })), ...messages.slice(start, end)], options)
          }
          await same({ sessionId })
          await same({ sessionId, limit: 3 })
          if (!lists) continue
          await same({ sessionId, tags: { part: 'odd' } })
          await same({ sessionId, tags: { part: 'even' }, limit: 5 })
          await same({ sessionId, query: 'flight reservation' })
        }
      }
    },
    120_000,
  )
})
