import { canonicalJson } from './canonical-json'
import type { ModelMessage } from './message'

/** The texts of a message that are counted (T3), for a comparison with another tokenizer. */
export function countedTexts(message: ModelMessage): string[] {
  const texts = [...contentTexts(message.content), message.reasoning ?? '']
  for (const call of message.toolCalls ?? []) {
    texts.push(call.name, typeof call.arguments === 'string' ? call.arguments : canonicalJson(call.arguments))
  }
  return texts
}

function contentTexts(content: ModelMessage['content']): string[] {
  if (typeof content === 'string') return [content]
  return (content ?? []).flatMap((part) => {
    const { type: _type, text, ...rest } = part
    if (text !== undefined) return [text]
    return Object.keys(rest).length > 0 ? [canonicalJson(rest)] : []
  })
}
