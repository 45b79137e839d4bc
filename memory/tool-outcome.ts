import { isJsonObject } from './canonical-json'
import { type ModelMessage, messageText } from './message'

/** What a tool's result says of itself. `answered`: it came as plain text, which does not say whether it went well. */
export type ToolOutcome = 'ok' | 'error' | 'answered'

const failedWords = new Set(['error', 'failed', 'failure', 'exception'])

/** From the result's own fields and content: a sign of an error wins, JSON without one is ok. Never throws. */
export function toolOutcome(result: ModelMessage): ToolOutcome {
  const flag = result.isError ?? result.is_error
  if (typeof flag === 'boolean') return flag ? 'error' : 'ok'
  const text = messageText(result)
  const value = parseJson(text)
  if (isJsonObject(value)) return outcomeOfObject(value)
  if (Array.isArray(value)) return 'ok'
  return /^\s*(?:[A-Za-z]*(?:Error|Exception)\b|error\b\s*[:-])/.test(text) ? 'error' : 'answered'
}

function outcomeOfObject(value: Record<string, unknown>): ToolOutcome {
  const { error, errors, success, ok, status, isError, is_error } = value
  if (isError === true || is_error === true || success === false || ok === false) return 'error'
  if (error !== undefined && error !== null && error !== false && error !== '') return 'error'
  if (Array.isArray(errors) && errors.length > 0) return 'error'
  const word = typeof status === 'string' ? status.toLowerCase() : ''
  if (failedWords.has(word)) return 'error'
  return typeof status === 'number' && status >= 400 && status < 600 ? 'error' : 'ok'
}

/** The value that a text of JSON holds, undefined when it is none. */
export function parseJson(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
