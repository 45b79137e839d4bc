import type { ModelMessage } from '../../memory/message'

/** Turns of a question and an answer; `word` is in each of them, to be searched for. */
export function turns(count: number, word = 'parcel'): ModelMessage[] {
  return Array.from({ length: count }, (_, place): ModelMessage[] => [
    { role: 'user', content: `Question ${place + 1} about the ${word}` },
    { role: 'assistant', content: `Answer ${place + 1} about the ${word}` },
  ]).flat()
}

/** A turn with reasoning, two parallel calls, one of which failed, and markdown in the answer. */
export const toolTurn: readonly ModelMessage[] = [
  { role: 'user', content: 'Is the floor lamp in stock, and where is order 5531?' },
  {
    role: 'assistant',
    content: 'Let me look at both.',
    reasoning: 'The stock and the order are two tools; neither needs the other.',
    toolCalls: [
      { id: 'call-1', name: 'stock_find', arguments: { sku: 'FL-220' } },
      { id: 'call-2', name: 'order_get', arguments: { id: '5531' } },
    ],
  },
  { role: 'tool', toolCallId: 'call-1', content: '{"sku":"FL-220","available":14}' },
  { role: 'tool', toolCallId: 'call-2', content: '{"error":"the order service is restarting"}' },
  { role: 'assistant', content: 'There are **14** in stock:\n\n- depot 1\n- depot 3\n\nThe order I cannot see now.' },
]
