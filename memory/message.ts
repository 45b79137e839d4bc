import { canonicalJson, isJsonObject } from './canonical-json'

/** One element of a content list. Any shape is kept; a text part is `{ type: 'text', text }`. */
export interface ContentPart {
  type?: string | undefined
  text?: string | undefined
  [field: string]: unknown
}

/** A tool call. `arguments` is an object or the text the model produced, valid JSON or not; it is kept as sent. */
export interface ToolCall {
  id: string
  name: string
  arguments: string | Record<string, unknown>
  [field: string]: unknown
}

/** A message as agents exchange it (design 1). Loose: unknown fields are kept. */
export interface ModelMessage {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool'
  content?: string | ContentPart[] | null | undefined
  id?: string | null | undefined
  reasoning?: string | null | undefined
  /** Of a tool result: the call that it answers. */
  toolCallId?: string | null | undefined
  toolCalls?: ToolCall[] | null | undefined
  [field: string]: unknown
}

/** M1: instructions are injected anew by the agent and never stored. */
export function isSystem(message: { role: string }): boolean {
  return message.role === 'system' || message.role === 'developer'
}

export function hasToolCalls(message: ModelMessage): boolean {
  return (message.toolCalls?.length ?? 0) > 0
}

/** The ids of the calls a message makes, in order; an id may stand twice. */
export function callIdsOf(message: ModelMessage): string[] {
  return (message.toolCalls ?? []).map((call) => call.id)
}

/** T1: a turn ends with an assistant message without tool calls, empty or not. */
export function endsTurn(message: ModelMessage): boolean {
  return message.role === 'assistant' && !hasToolCalls(message)
}

/**
 * Does the message say nothing: null, absent, "" or only empty text parts? Blank space is content; tool calls and
 * reasoning are looked at by neither. A window leaves an empty message out unless it makes or answers calls (W8).
 */
export function isEmpty(message: ModelMessage): boolean {
  const { content } = message
  if (content === null || content === undefined || content === '') return true
  return Array.isArray(content) && content.every((part) => isTextPart(part) && part.text === '')
}

/**
 * The message's plain text, derived for search and previews: a string as it is, text parts joined by a line break.
 * Reasoning, tool arguments, images and files are not in it.
 */
export function messageText(message: ModelMessage): string {
  const { content } = message
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts: string[] = []
  for (const part of content) if (isTextPart(part)) texts.push(part.text)
  return texts.join('\n')
}

function isTextPart(part: ContentPart): part is ContentPart & { text: string } {
  const isText = part.type === undefined || part.type === 'text' || part.type.endsWith('_text')
  return isText && typeof part.text === 'string'
}

/**
 * M4: equal texts mean that two messages are the same for alignment. It holds the role, the content (one text part
 * equals a string; null, "" and absent are equal), toolCallId and the tool calls (arguments as a string of JSON equal
 * the object; key order does not count; numbers by their JavaScript value). Not id, reasoning or unknown fields.
 * The server keeps a hash of this text. Never throws, whatever the depth.
 */
export function canonicalForm(message: ModelMessage): string {
  const calls = (message.toolCalls ?? []).map((call) => [call.id, call.name, canonicalArguments(call.arguments)])
  return canonicalJson([message.role, canonicalContent(message.content), message.toolCallId ?? null, calls])
}

function canonicalContent(content: ModelMessage['content']): unknown {
  if (!Array.isArray(content)) return content ?? ''
  const parts = content.map((part) => (isTextPart(part) ? { type: 'text', text: part.text } : part))
  const [first] = parts
  if (first === undefined) return ''
  return parts.length === 1 && isTextPart(first) ? first.text : parts
}

function canonicalArguments(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    const parsed: unknown = JSON.parse(value)
    return isJsonObject(parsed) ? parsed : value
  } catch {
    return value
  }
}

/** The copy that is served when a call was never answered (W3): the same message without its tool calls. */
export function withoutToolCalls(message: ModelMessage): ModelMessage {
  const { toolCalls: _dropped, ...rest } = message
  return rest
}
