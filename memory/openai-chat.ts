import { canonicalJson, isJsonObject } from './canonical-json'
import type { ModelMessage, ToolCall } from './message'
import { isModelMessage, standInOf } from './message-shape'
import { fromOpenAiText } from './openai'

/** A chat message as OpenAI's API sends and takes it; any field is kept. */
export interface OpenAiMessage {
  role: string
  [field: string]: unknown
}

/**
 * M5: an OpenAI chat message as ours; `toOpenAi` gives back what went in, whatever it holds. `tool_calls` becomes
 * `toolCalls` with name and arguments beside the id, `tool_call_id` becomes `toolCallId`, all else stays where it is. What
 * has no form of ours (the old `function_call`, calls without an id) is carried along in `openai`.
 */
export function fromOpenAi(message: OpenAiMessage): ModelMessage {
  if (isModelMessage(message.loci)) return message.loci
  const mapped: unknown = JSON.parse(fromOpenAiText(JSON.stringify(message)))
  const isOurs = isModelMessage(mapped) && !('openai' in mapped) && !('loci' in message) && !isOld(message)
  if (isOurs && isSame(formOf(mapped), message)) return mapped
  return { ...standInOf(message, { ids: callIdsOf(message), answers: answeredCallOf(message) }), openai: message }
}

/** Which of its own forms the API has left behind. */
function isOld(message: OpenAiMessage): boolean {
  return message.function_call !== undefined && message.function_call !== null
}

/**
 * M5: a message as OpenAI's API has it, every field included; arguments that are an object become the text that the API
 * wants. `fromOpenAi` gives back the same message, by its canonical form (M4) and all fields besides. What the API's form
 * cannot say stands in `loci`.
 */
export function toOpenAi(message: ModelMessage): OpenAiMessage {
  if (isJsonObject(message.openai) && typeof message.openai.role === 'string') return withRole(message.openai)
  const form = formOf(message)
  const back: unknown = JSON.parse(fromOpenAiText(JSON.stringify(form)))
  const isSaid = isSame(back, withTextArguments(message)) && !('openai' in message) && !('loci' in message)
  return isSaid ? form : { ...form, loci: message }
}

const REQUEST_FIELDS: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: ['role', 'content', 'name', 'refusal', 'audio', 'tool_calls', 'function_call'],
  tool: ['role', 'content', 'tool_call_id'],
  function: ['role', 'content', 'name'],
}

/** The message for a request: only what the API documents for its role, since it may refuse anything else. */
export function toOpenAiRequest(message: ModelMessage): OpenAiMessage {
  const full = toOpenAi(message)
  const fields = REQUEST_FIELDS[full.role] ?? []
  const kept = Object.entries(full).filter(([field]) => fields.includes(field))
  return { ...Object.fromEntries(kept), role: full.role, ...audioOf(full) }
}

/** An answer's audio is named by its id when it goes back. */
function audioOf({ audio }: OpenAiMessage): { audio?: { id: unknown } } {
  return isJsonObject(audio) && 'id' in audio ? { audio: { id: audio.id } } : {}
}

function formOf({ toolCalls, toolCallId, ...rest }: ModelMessage): OpenAiMessage {
  return {
    ...rest,
    ...(toolCalls === undefined ? {} : { tool_calls: toolCalls?.map(callOf) ?? null }),
    ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
  }
}

function callOf({ name, arguments: given, ...rest }: ToolCall): Record<string, unknown> {
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  if (rest.type === 'custom') return { ...rest, custom: { name, input: text } }
  return { type: 'function', ...rest, function: { name, arguments: text } }
}

/** What a message is after the way there and back: a call without a type has one, and arguments are text. */
function withTextArguments(message: ModelMessage): ModelMessage {
  const { toolCalls } = message
  if (!Array.isArray(toolCalls)) return message
  const calls = toolCalls.map((call): ToolCall => {
    const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments)
    return { type: 'function', ...call, arguments: text }
  })
  return { ...message, toolCalls: calls }
}

function callIdsOf({ tool_calls: calls }: OpenAiMessage): string[] {
  if (!Array.isArray(calls)) return []
  return calls.flatMap((call: unknown) => (isJsonObject(call) && typeof call.id === 'string' ? [call.id] : []))
}

function answeredCallOf({ tool_call_id: id }: OpenAiMessage): string | null {
  return typeof id === 'string' && id !== '' ? id : null
}

function withRole(message: Record<string, unknown>): OpenAiMessage {
  return { ...message, role: String(message.role) }
}

/** Equal as JSON. */
function isSame(left: unknown, right: unknown): boolean {
  return canonicalJson(JSON.parse(JSON.stringify(left))) === canonicalJson(JSON.parse(JSON.stringify(right)))
}
