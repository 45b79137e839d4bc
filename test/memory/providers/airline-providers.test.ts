import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { MemoryProvider } from '../../../memory/contract'
import { sliceElements } from '../../../memory/json-text'
import type { ModelMessage } from '../../../memory/message'
import { fromOpenAiText } from '../../../memory/openai'
import { BufferMemory } from '../../../memory/providers/buffer'
import { CompositeMemory } from '../../../memory/providers/composite'
import { SlidingWindowMemory } from '../../../memory/providers/sliding-window'
import { SummarizingMemory } from '../../../memory/providers/summarizing'
import { VectorMemory } from '../../../memory/providers/vector'
import { brokenExchanges, plain } from '../../../sdk/contract/checks'

const FILE = '../shared/data/airline-conversations.jsonl'

const summaryModel = async () => 'The customer asked for a change of flight.'

/** Memories that keep everything, and small ones that show a part of it. */
const providers: Record<string, { make: () => MemoryProvider; keepsAll: boolean }> = {
  'a buffer of everything': { make: () => new BufferMemory({ maxMessages: 1_000 }), keepsAll: true },
  'a buffer of six': { make: () => new BufferMemory({ maxMessages: 6 }), keepsAll: false },
  'a sliding window': { make: () => new SlidingWindowMemory({ maxTokens: 900, maxTurns: 8 }), keepsAll: false },
  'a summarizing memory': {
    make: () => new SummarizingMemory({ summaryModel, recentMessages: 6, summarizeEvery: 4 }),
    keepsAll: true,
  },
  'a vector memory': { make: () => new VectorMemory({ topK: 5 }), keepsAll: true },
  'a composite memory': {
    make: () =>
      new CompositeMemory({ providers: [new BufferMemory({ maxMessages: 4 }), new VectorMemory({ topK: 6 })] }),
    keepsAll: true,
  },
}

function conversations(): ModelMessage[][] {
  const lines = readFileSync(FILE, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) =>
    sliceElements(line, ['messages']).map((slice) => JSON.parse(fromOpenAiText(slice)) as ModelMessage),
  )
}

/** The runs of an agent: each begins with what the customer says. */
function runsOf(messages: readonly ModelMessage[]): ModelMessage[][] {
  const runs: ModelMessage[][] = []
  for (const message of messages) {
    if (message.role === 'user' || runs.length === 0) runs.push([])
    runs.at(-1)?.push(message)
  }
  return runs
}

// The conversations are not part of the project; where they are absent, this suite is left out and says so.
describe.runIf(existsSync(FILE))('152 real conversations, turn by turn', () => {
  it.each(Object.entries(providers))(
    'R2, W3: %s stores each message once and cuts no exchange',
    async (_, subject) => {
      const all = conversations()
      expect(all).toHaveLength(152)
      const memory = subject.make()
      for (const [index, messages] of all.entries()) {
        const sessionId = `conversation ${index}`
        const [system, ...spoken] = messages
        expect(system?.role).toBe('system')
        for (const run of runsOf(spoken)) {
          const said = run.find(({ role }) => role === 'user')?.content
          const query = typeof said === 'string' ? said : undefined
          // By turns the objects themselves, and copies of them.
          const seen = await memory.read({ sessionId, query: memory.type === 'vector' ? query : undefined })
          expect(brokenExchanges(seen), sessionId).toEqual([])
          const history = index % 2 === 0 ? seen : structuredClone(seen)
          await memory.write([...(system ? [system] : []), ...history, ...run], { sessionId })
        }
        const entries = (await memory.entries?.(sessionId)) ?? []
        const stored = plain(entries.flatMap((entry) => entry.messages))
        if (subject.keepsAll) expect(stored, sessionId).toEqual(plain(spoken))
        else expect(stored, sessionId).toEqual(plain(spoken).slice(-stored.length))
      }
      if (memory instanceof SummarizingMemory) {
        await memory.settled()
        expect(memory.getSummary('conversation 0')).toBe('The customer asked for a change of flight.')
      }
    },
    60_000,
  )
})
