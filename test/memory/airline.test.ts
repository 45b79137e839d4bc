import { existsSync, readFileSync } from 'node:fs'
import { Tiktoken } from 'js-tiktoken/lite'
import o200kBase from 'js-tiktoken/ranks/o200k_base'
import { describe, expect, it } from 'vitest'
import { countedTexts } from '../../memory/counted-texts'
import { sliceElements } from '../../memory/json-text'
import { callIdsOf, canonicalForm, isEmpty, isSystem } from '../../memory/message'
import { ModelMessage } from '../../memory/message-schema'
import { fromOpenAiText } from '../../memory/openai'
import { countMessageTokens } from '../../memory/token-counter'
import { decideWindow } from '../../memory/window'
import type { Window } from '../../memory/window-config'
import { handedList, type Line, TestThread } from './conversation-model'
import { threadOf } from './thread-model'

const FILE = new URL('../../../shared/data/airline-conversations.jsonl', import.meta.url)

/** A stored message: its text, and what decisions look at. */
interface Stored {
  slice: string
  message: ModelMessage
  line: Line
  tokens: number
}

function read(conversation: string): Stored[] {
  return sliceElements(conversation, ['messages'])
    .map(fromOpenAiText)
    .flatMap((slice) => {
      // Checked by the schema in the first test.
      const message = JSON.parse(slice) as ModelMessage
      if (isSystem(message)) return []
      const { toolCallId } = message
      const line: Line = {
        role: message.role as Line['role'],
        text: canonicalForm(message),
        callIds: callIdsOf(message),
      }
      if (toolCallId) line.toolCallId = toolCallId
      return [{ slice, message, line, tokens: countMessageTokens(message) }]
    })
}

function turnsOf(stored: readonly Stored[]): Line[][] {
  const turns: Line[][] = [[]]
  for (const { line } of stored) {
    turns.at(-1)?.push(line)
    if (line.role === 'assistant' && !line.callIds?.length) turns.push([])
  }
  return turns.filter((turn) => turn.length > 0)
}

const plain = (lines: readonly Line[]) => lines.map(({ id: _id, ...line }) => line)

const reason = existsSync(FILE) ? '' : ' (left out: ../shared/data/airline-conversations.jsonl is not there)'

describe.runIf(existsSync(FILE))(`real conversations of an airline's agent${reason}`, { timeout: 120_000 }, () => {
  const conversations = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n').filter(Boolean) : []

  it('T3: another tokenizer of the same encoding counts each conversation within 0.5 %', () => {
    const reference = new Tiktoken(o200kBase)
    // All of them: npm run bench:tokens.
    for (const conversation of conversations.slice(0, 25)) {
      const messages = read(conversation).map(({ message }) => message)
      const theirs = messages.flatMap(countedTexts).map((text) => reference.encode(text, [], []).length)
      const expected = theirs.reduce((sum, count) => sum + count, messages.length * 4)
      const counted = messages.reduce((sum, message) => sum + countMessageTokens(message), 0)
      expect(Math.abs(counted / expected - 1)).toBeLessThan(0.005)
    }
  })

  it('M2, M5: every message is one of ours, and its values are in the source as they were', () => {
    expect(conversations.length).toBeGreaterThan(100)
    for (const conversation of conversations) {
      for (const { slice, message } of read(conversation)) {
        expect(ModelMessage.safeParse(message).success).toBe(true)
        for (const call of message.toolCalls ?? []) expect(conversation).toContain(JSON.stringify(call.arguments))
        expect(conversation.includes(slice) || slice.includes('toolCall')).toBe(true)
      }
    }
  })

  const windows: [string, Window][] = [
    ['the last 4', { strategy: 'buffer', maxMessages: 4 }],
    ['the last 20', { strategy: 'buffer', maxMessages: 20 }],
    ['no limit', { strategy: 'buffer' }],
  ]
  for (const [name, window] of windows) {
    it(`R2, W3: replayed turn by turn with ${name}, each is stored exactly once and no exchange is parted`, () => {
      for (const conversation of conversations) {
        const stored = read(conversation)
        const thread = new TestThread()
        for (const turn of turnsOf(stored)) {
          const { rows, totals, openTurn } = threadOf(shapesOf(stored.slice(0, thread.lines.length)))
          const { delivered } = decideWindow({ rows, window, totals, openTurn })
          const seqs = delivered.map((message) => message.seq)
          expectPaired(seqs.flatMap((seq) => stored[seq - 1]?.line ?? []))
          const state = [...plain(seqs.flatMap((seq) => thread.lines[seq - 1] ?? [])), ...turn]
          const { decision } = thread.write(state, handedList(seqs))
          expect(decision).toMatchObject({ kind: 'append', matched: seqs.length, conflicts: [] })
        }
        expect(plain(thread.lines)).toEqual(stored.map((message) => message.line))
      }
    })
  }
})

function shapesOf(stored: readonly Stored[]) {
  return stored.map(({ line, message, tokens }) => ({
    role: line.role as 'user' | 'assistant' | 'tool',
    callIds: line.callIds ?? [],
    tokens,
    isEmpty: isEmpty(message),
    ...(line.toolCallId ? { toolCallId: line.toolCallId } : {}),
  }))
}

function expectPaired(lines: readonly Line[]): void {
  let waiting: string[] = []
  for (const line of lines) {
    if (line.toolCallId === undefined) {
      expect(waiting).toEqual([])
      waiting = [...(line.callIds ?? [])]
    } else {
      expect(waiting).toContain(line.toolCallId)
      waiting = waiting.filter((id) => id !== line.toolCallId)
    }
  }
  expect(waiting).toEqual([])
}
