import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sliceElements, withoutMember } from '../../memory/json-text'
import type { ModelMessage } from '../../memory/message'
import { fromOpenAiText } from '../../memory/openai'
import type { Window } from '../../memory/window-config'
import { Loci } from '../../sdk/client'
import { LociMemory } from '../../sdk/loci-memory'
import { createTransport } from '../../sdk/transport'
import { type TestServer, testServer } from '../support/server'

const FILE = '../shared/data/airline-conversations.jsonl'

interface Conversation {
  id: string
  messages: ModelMessage[]
}

const windows: { name: string; window: Window }[] = [
  { name: 'four messages', window: { strategy: 'buffer', maxMessages: 4 } },
  { name: 'twenty messages', window: { strategy: 'buffer', maxMessages: 20 } },
  { name: 'everything', window: { strategy: 'buffer' } },
]

function readConversations(): Conversation[] {
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { id } = JSON.parse(line) as { id: string }
      const messages = sliceElements(line, ['messages']).map(
        (slice) => JSON.parse(fromOpenAiText(slice)) as ModelMessage,
      )
      return { id, messages }
    })
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

/** Calls without a result and results without a call: what a window must never hold. */
function brokenExchanges(messages: readonly ModelMessage[]): string[] {
  const broken: string[] = []
  let open = new Map<string, number>()
  const close = () => {
    for (const [id, missing] of open) if (missing > 0) broken.push(`call ${id} without its result`)
    open = new Map()
  }
  for (const message of messages) {
    if (message.role === 'tool') {
      const id = message.toolCallId ?? ''
      const missing = open.get(id) ?? 0
      if (missing === 0) broken.push(`result ${id} without its call`)
      open.set(id, missing - 1)
      continue
    }
    close()
    for (const call of message.toolCalls ?? []) open.set(call.id, (open.get(call.id) ?? 0) + 1)
  }
  close()
  return broken
}

// The conversations are not part of the project; where they are absent, this suite is left out and says so.
describe.runIf(existsSync(FILE))('real conversations, turn by turn through the SDK', () => {
  let server: TestServer
  let key: string

  beforeAll(async () => {
    server = await testServer()
    key = await server.createKey({ kind: 'all' }, ['read', 'write', 'admin'])
  })
  afterAll(() => server.close())

  it.each(windows)(
    'R2, W3: a window of $name stores each conversation once and cuts no exchange',
    async ({ name, window }) => {
      const conversations = readConversations()
      expect(conversations).toHaveLength(152)
      const agentName = `airline, ${name}`
      await createTransport({ url: server.url, key })(
        'agents.setWindow',
        { agentName, window },
        { isRepeatable: false },
      )
      const scoped = new Loci({ url: server.url, key }).for({ tenant: 'replay', subject: name })
      const memory = new LociMemory({ loci: scoped, agentName })

      const replay = async ({ id, messages }: Conversation) => {
        const system = messages.filter((message) => message.role === 'system')
        const spoken = messages.filter((message) => message.role !== 'system')
        for (const run of runsOf(spoken)) {
          const seen = await memory.read({ sessionId: id })
          expect(brokenExchanges(seen), id).toEqual([])
          if (window.strategy === 'buffer' && window.maxMessages !== undefined) {
            expect(seen.length, id).toBeLessThanOrEqual(window.maxMessages)
          }
          await memory.write([...system, ...seen, ...run], { sessionId: id })
        }
        const stored = await server.services.database.pools.application.connect()
        try {
          await stored.query('BEGIN')
          await stored.query('SELECT loci_enter_scope($1, $2)', ['replay', name])
          const { rows } = await stored.query<{ raw: string; seq: number }>(
            `SELECT m.raw, m.seq FROM message m JOIN thread t ON t.uid = m.thread_uid WHERE t.thread_id = $1 ORDER BY m.seq`,
            [id],
          )
          expect(rows.map((row) => row.seq)).toEqual(spoken.map((_, index) => index + 1))
          expect(rows.map((row) => withoutMember(row.raw, 'id'))).toEqual(
            spoken.map((message) => withoutMember(JSON.stringify(message), 'id')),
          )
        } finally {
          await stored.query('ROLLBACK')
          stored.release()
        }
      }
      // Four agents at a time, as a process with several users would have.
      const queue = [...conversations]
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          for (let next = queue.shift(); next; next = queue.shift()) await replay(next)
        }),
      )
    },
    240_000,
  )
})
