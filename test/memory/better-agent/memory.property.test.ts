import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentMessage } from '../../../memory/better-agent/agent-message'
import { createMemory } from '../../../memory/better-agent/create-memory'
import { orderRecords } from '../../../memory/better-agent/message-records'
import { agentMessageOf, storedMessageOf } from '../../../memory/better-agent/stored-message'
import { placeOfKey, threadKey } from '../../../memory/better-agent/thread-key'
import { bare, calls, idsOf, result, says, user } from '../../support/agent-messages'
import { sqlStyleStorage } from '../../support/sql-style-storage'

/** What one turn says: a question, exchanges with that many calls each, and an answer unless it is left open. */
const turn = fc.record({ exchanges: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }), isOpen: fc.boolean() })
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never

function messagesOf({ exchanges, isOpen }: Turn, name: string): AgentMessage[] {
  const steps = exchanges.flatMap((count, step) => {
    const ids = Array.from({ length: count }, (_, index) => `${name}.${step}.${index}`)
    return [calls(`${name}.${step}`, ...ids), ...ids.map((id) => result(`of ${id}`, id))]
  })
  return [user(`${name} q`), ...steps, ...(isOpen ? [] : [says(`${name} a`)])]
}

const id = fc.constantFrom('t1', 't2', 't3')
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('append' as const), id, turn, echo: fc.nat({ max: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fork' as const), id, from: id, last: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
)

/** The messages of a list without those of an exchange that is not whole in it. */
function wholeExchanges(source: readonly AgentMessage[], part: readonly AgentMessage[]): AgentMessage[] {
  const has = new Set(idsOf(part))
  const callOf = (message: AgentMessage) =>
    source.find(({ toolCalls }) => Array.isArray(toolCalls) && toolCalls.some((call) => call.id === message.toolCallId))
  const resultsOf = (call: AgentMessage) =>
    source.filter((message) => callOf(message) === call && message.role === 'tool')
  return part.filter((message) => {
    const call = message.role === 'tool' ? callOf(message) : message
    return call !== undefined && has.has(call.id) && resultsOf(call).every((answer) => has.has(answer.id))
  })
}

describe('createMemory, step by step against a plain list', () => {
  it('R2, S3, W3: appends with echoes, forks, deletions and windows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.integer({ min: 1, max: 12 }), async (steps, limit) => {
        const memory = createMemory({ storage: sqlStyleStorage(), lastMessages: limit })
        const model = new Map<string, AgentMessage[]>()
        for (const [index, taken] of steps.entries()) {
          const stored = model.get(taken.id) ?? []
          if (taken.kind === 'append') {
            const fresh = messagesOf(taken.turn, `s${index}`)
            await memory.messages.append({
              threadId: taken.id,
              runId: `r${index}`,
              messages: [...stored.slice(-taken.echo - 1), ...fresh],
            })
            model.set(taken.id, [...stored, ...fresh])
          } else if (taken.kind === 'delete') {
            await memory.threads.delete(taken.id)
            model.delete(taken.id)
          } else {
            const source = model.get(taken.from)
            const fork = memory.fork(taken.id, taken.from, (messages) => messages.slice(-taken.last - 1))
            if (source === undefined || model.has(taken.id))
              await expect(fork).rejects.toMatchObject({ code: source === undefined ? 'NOT_FOUND' : 'CONFLICT' })
            else {
              await fork
              model.set(taken.id, wholeExchanges(source, source.slice(-taken.last - 1)))
            }
          }
        }
        expect((await memory.threads.list()).map((thread) => thread.id).sort()).toEqual([...model.keys()].sort())
        for (const [threadId, messages] of model) {
          expect(bare(await memory.messages.list({ threadId }))).toEqual(messages)
          const seen = bare(await memory.messages.list({ threadId, limit }))
          expect(wholeExchanges(messages, seen)).toEqual(seen)
          const newestUnit = messages.length - messages.findLastIndex(({ role }) => role !== 'tool')
          // With the user message that opened the turn.
          expect(seen.length).toBeLessThanOrEqual(Math.max(limit, newestUnit + 1))
          if (messages.length > 0) expect(seen.at(-1)).toEqual(messages.at(-1))
          expect(await memory.history({ threadId })).toEqual(seen)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('keys of threads', () => {
  const text = fc.oneof(fc.string({ unit: fc.constantFrom('a', '|', '%', '7', 'C', ':', 'loci|') }), fc.string())
  const place = fc.record({
    scope: fc.option(
      text.filter((scope) => scope !== ''),
      { nil: undefined },
    ),
    threadId: text.filter((key) => key !== ''),
  })

  it('S1: no two places have one key, and each key is read back', () => {
    fc.assert(
      fc.property(place, place, (left, right) => {
        expect(placeOfKey(threadKey(left))).toEqual(left)
        const isSame = left.scope === right.scope && left.threadId === right.threadId
        expect(threadKey(left) === threadKey(right)).toBe(isSame)
      }),
      { numRuns: 600 },
    )
  })
})

describe('records in order', () => {
  it('R6: appends of two processes at one time stay apart, in any order, and unfinished ones do not count', () => {
    const batch = fc.record({
      id: fc.uuid(),
      start: fc.integer({ min: 1, max: 6 }),
      size: fc.integer({ min: 1, max: 5 }),
      lost: fc.boolean(),
    })
    const batches = fc.uniqueArray(batch, { selector: ({ id: name }) => name, maxLength: 5 })
    fc.assert(
      fc.property(batches, fc.infiniteStream(fc.nat()), (list, order) => {
        const records = list.flatMap(({ id: name, start, size, lost }) =>
          Array.from({ length: lost ? size - 1 : size }, (_, index) => ({
            ...user(`${name} ${index}`),
            threadId: 't',
            createdAt: start + index,
            lociRecord: { id: `${name} ${index}`, ...(size === 1 ? {} : { batch: { id: name, index, size } }) },
          })),
        )
        const shuffled = records
          .map((record) => ({ record, at: Number(order.next().value) }))
          .toSorted((a, b) => a.at - b.at)
        const ordered = idsOf(
          orderRecords(
            shuffled.map(({ record }) => record),
            true,
          ),
        )
        const expected = list.filter(({ lost }) => !lost)
        expect(ordered).toHaveLength(expected.reduce((total, { size }) => total + size, 0))
        for (const { id: name, size } of expected) {
          const at = ordered.indexOf(`${name} 0`)
          expect(ordered.slice(at, at + size)).toEqual(Array.from({ length: size }, (_, index) => `${name} ${index}`))
        }
      }),
    )
  })
})

describe('messages of Better Agent’s in Loci', () => {
  const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)))
  const field = fc.constantFrom(
    'content',
    'toolCalls',
    'toolCallId',
    'reasoning',
    'betterAgent',
    'function',
    'status',
    'x',
  )
  const call = fc.oneof(
    json,
    fc.record({
      id: fc.string(),
      type: fc.constant('function'),
      function: fc.oneof(json, fc.record({ name: fc.string(), arguments: fc.string() })),
    }),
  )
  const value = fc.oneof(
    json,
    fc.string(),
    fc.array(call),
    fc.array(fc.record({ type: fc.string(), text: fc.string() })),
  )
  const message = fc
    .tuple(
      fc.constantFrom('user', 'assistant', 'tool', 'reasoning', 'activity', 'system', 'other'),
      fc.uuid(),
      fc.dictionary(field, value),
    )
    .map(([role, name, fields]): AgentMessage => ({ ...fields, role, id: name }))

  it('M5: come back as they went in, whatever they hold', () => {
    fc.assert(
      fc.property(message, fc.option(fc.string(), { nil: undefined }), (given, runId) => {
        const sent: unknown = JSON.parse(JSON.stringify(storedMessageOf(given, { runId })))
        const back = agentMessageOf(sent as ReturnType<typeof storedMessageOf>)
        expect(back.message).toEqual(given)
        expect(back.facts.runId).toBe(runId)
      }),
      { numRuns: 600 },
    )
  })
})
