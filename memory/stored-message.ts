import { isJsonObject } from './canonical-json'
import type { ModelMessage } from './message'
import { isModelMessage, standInOf } from './message-shape'

/**
 * The message that a stored text holds. What came through the product passed the schema; whoever writes into the database
 * past it can leave anything: that becomes a message with its text, if it has one, so that no reader of a thread stops at it.
 * Never throws.
 */
export function storedMessage(raw: string): ModelMessage {
  const value = parsed(raw)
  if (isModelMessage(value)) return value
  return isJsonObject(value) ? standInOf(value, { ids: [], answers: null }) : { role: 'user', content: null }
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}
