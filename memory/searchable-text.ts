import { type ModelMessage, messageText } from './message'

/** What a message can be found by: its text, the names of its tools and their arguments. */
export function searchableText(message: ModelMessage): string {
  const pieces = [messageText(message)]
  for (const call of message.toolCalls ?? []) {
    pieces.push(call.name, typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments))
  }
  return pieces.join(' ')
}
