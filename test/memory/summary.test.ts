import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelMessage } from '../../memory/message'
import { isSummaryEcho, type SummaryText, summaryMessage } from '../../memory/summary'

/** A tag that differs for different texts, as the server's does; whose key it was made with does not matter here. */
const checkOf =
  (key: string) =>
  (text: string): string => {
    let sum = 7
    for (const unit of `${key}${text}`) sum = (Math.imul(sum, 31) + (unit.codePointAt(0) ?? 0)) >>> 0
    return sum.toString(36)
  }
const check = checkOf('one')

const summary: SummaryText = { version: 2, fromSeq: 1, toSeq: 40, text: 'Ana booked flight LO 123.\nOpen: the refund.' }
const sent = summaryMessage(summary, check)

describe('the message of a summary', () => {
  it('W8: is a user’s, names what it stands for, and says that nobody wrote it', () => {
    expect(sent.role).toBe('user')
    expect(sent.content.split('\n')).toEqual([
      expect.stringMatching(/^\[Summary 2 of messages 1 to 40, check \w+\]$/),
      expect.stringContaining('made automatically'),
      '',
      'Ana booked flight LO 123.',
      'Open: the refund.',
    ])
  })

  it.each<[string, ModelMessage]>([
    ['as it was', sent],
    ['without its id', { role: 'user', content: sent.content }],
    ['with an id and fields of its own', { ...sent, id: 'mine', createdAt: 'now' }],
    ['as an assistant’s', { role: 'assistant', content: sent.content }],
    ['as a part', { role: 'user', content: [{ type: 'text', text: sent.content }] }],
    ['with other line ends', { role: 'user', content: sent.content.replaceAll('\n', '\r\n') }],
    ['with blank space around it', { role: 'user', content: `\n ${sent.content} \n` }],
  ])('R1: is known again %s', (_name, message) => {
    expect(isSummaryEcho(message, check)).toBe(true)
  })

  it.each<[string, ModelMessage]>([
    ['quotes it', { role: 'user', content: `You said:\n${sent.content}` }],
    ['says more after it', { role: 'user', content: `${sent.content}\nIs that right?` }],
    ['changes a number in it', { role: 'user', content: sent.content.replace('123', '124') }],
    ['names another range', { role: 'user', content: sent.content.replace('to 40', 'to 41') }],
    ['names another version', { role: 'user', content: sent.content.replace('Summary 2', 'Summary 3') }],
    ['quotes its first line alone', { role: 'user', content: sent.content.split('\n')[0] ?? '' }],
    ['has a check of somebody else', summaryMessage(summary, checkOf('two'))],
    ['says nothing', { role: 'user', content: null }],
    ['calls a tool', { ...sent, role: 'assistant', toolCalls: [{ id: 'a', name: 'f', arguments: {} }] }],
    ['answers a call', { ...sent, role: 'tool', toolCallId: 'a' }],
  ])('R1: is not taken for a message that %s', (_name, message) => {
    expect(isSummaryEcho(message, check)).toBe(false)
  })

  it('R1: any text is known again, and no other text is taken for it', () => {
    const parts = fc.record({
      version: fc.integer({ min: 1, max: 1e6 }),
      fromSeq: fc.constant(1),
      toSeq: fc.integer({ min: 1, max: 1e6 }),
      text: fc.string({ unit: 'grapheme' }),
    })
    fc.assert(
      fc.property(parts, fc.string(), (made, other) => {
        const message = summaryMessage(made, check)
        expect(isSummaryEcho(JSON.parse(JSON.stringify({ content: message.content, role: 'user' })), check)).toBe(true)
        expect(isSummaryEcho({ role: 'user', content: other }, check)).toBe(false)
      }),
    )
  })
})
