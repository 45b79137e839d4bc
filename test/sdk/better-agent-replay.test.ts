import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runWithMemory } from '../../memory/better-agent/agent-runs'
import { createMemory } from '../../memory/better-agent/create-memory'
import type { BetterAgentStorage } from '../../memory/better-agent/storage'
import { lociStorage } from '../../sdk/better-agent'
import { Loci } from '../../sdk/client'
import { fromOpenAi, type OpenAiMessage, toOpenAi } from '../../sdk/openai'
import { bare } from '../support/agent-messages'
import { type TestServer, testServer } from '../support/server'
import { sqlStyleStorage } from '../support/sql-style-storage'

const FILE = '../shared/data/airline-conversations.jsonl'

interface Conversation {
  id: string
  messages: OpenAiMessage[]
}

function conversations(): Conversation[] {
  const lines = readFileSync(FILE, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line): Conversation => JSON.parse(line))
}

/** The runs of an agent: each begins with what the customer says. */
function runsOf(messages: readonly OpenAiMessage[]): OpenAiMessage[][] {
  const runs: OpenAiMessage[][] = []
  for (const message of messages) {
    if (message.role === 'user' || runs.length === 0) runs.push([])
    runs.at(-1)?.push(message)
  }
  return runs
}

/** Calls without all of their results, and results without their call. */
function brokenExchanges(messages: readonly OpenAiMessage[]): string[] {
  let open: string[] = []
  const broken: string[] = []
  for (const message of messages) {
    const { tool_call_id: answered, tool_calls: calls } = message
    if (message.role === 'tool') {
      const at = open.indexOf(String(answered))
      if (at === -1) broken.push(`result ${answered}`)
      else open.splice(at, 1)
      continue
    }
    broken.push(...open.map((call) => `call ${call}`))
    open = Array.isArray(calls) ? calls.map((call: { id: string }) => call.id) : []
  }
  return [...broken, ...open.map((call) => `call ${call}`)]
}

async function replay(
  storage: BetterAgentStorage,
  { list, lastMessages }: { list: Conversation[]; lastMessages: number },
) {
  const memory = createMemory({ storage, lastMessages })
  const one = async ({ id, messages }: Conversation) => {
    const [instructions, ...spoken] = messages
    let place = 0
    for (const [index, run] of runsOf(spoken).entries()) {
      const [question, ...answers] = run.map((message) => ({ ...message, id: `m${place++}` }))
      if (question === undefined || instructions === undefined) throw new Error('a run begins with a question')
      await runWithMemory(
        { memory, threadId: id, agentName: 'airline', runId: `run-${index}`, messages: [question] },
        async (prompt) => {
          expect(brokenExchanges(prompt), id).toEqual([])
          expect(prompt.length, id).toBeLessThanOrEqual(lastMessages + 1)
          if (index > 0) expect(prompt.length, id).toBeGreaterThan(1)
          // The whole state, as an agent has it in the end.
          return [instructions, ...prompt, ...answers]
        },
      )
    }
    const stored = bare(await memory.messages.list({ threadId: id }))
    expect(stored.map(({ id: _id, ...message }) => message)).toEqual(spoken)
  }
  // Four agents at a time.
  const queue = [...list]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await one(next)
  }
  await Promise.all([worker(), worker(), worker(), worker()])
}

// The conversations are not part of the project; where they are absent, this suite is left out and says so.
describe.runIf(existsSync(FILE))('real conversations through createMemory', () => {
  let server: TestServer
  let key: string

  beforeAll(async () => {
    server = await testServer()
    key = await server.createKey()
  })
  afterAll(() => server.close())

  it.each([4, 20])(
    'R2, W3: %i messages over a storage in the style of a database',
    async (lastMessages) => {
      const list = conversations()
      expect(list).toHaveLength(152)
      await replay(sqlStyleStorage(), { list, lastMessages })
    },
    120_000,
  )

  it.each([4, 20])(
    'R2, W3: %i messages over Loci',
    async (lastMessages) => {
      const loci = new Loci({ url: server.url, key })
      const list = conversations().slice(0, 25)
      await replay(lociStorage({ loci, scope: { tenant: `replay-${lastMessages}` } }), { list, lastMessages })
    },
    120_000,
  )

  it('M5: every message comes back from our form as it was', () => {
    for (const { messages } of conversations()) {
      for (const message of messages) {
        expect(fromOpenAi(message)).not.toHaveProperty('openai')
        expect(toOpenAi(fromOpenAi(message))).toEqual(message)
      }
    }
  })
})
