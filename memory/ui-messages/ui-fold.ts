import { isJsonObject } from '../canonical-json'
import type { ModelMessage } from '../message'
import {
  CARRIED,
  isPiece,
  isUiPart,
  toolOf,
  type UiBase,
  type UiMessage,
  type UiPart,
  type UiPieceMessage,
} from './ui-message'

/**
 * The UI messages of a thread: its pieces put together in the order in which they began. A message that came by another
 * door is one of its own, its tool results with the calls that they answer. Of a part of a thread, what is there is shown.
 */
export function foldUiMessages(messages: readonly ModelMessage[]): UiMessage[] {
  const found: UiMessage[] = []
  const latest = new Map<string, UiMessage>()
  const open = (base: UiBase) => {
    const message: UiMessage = { ...base, parts: [] }
    found.push(message)
    latest.set(base.id, message)
    return message
  }
  for (const message of messages) {
    if (isPiece(message)) {
      const { of, start, base } = message.ui
      const known = start ? undefined : latest.get(of)
      addPiece(known ?? open(base ?? { id: of, role: message.role === 'user' ? 'user' : 'assistant' }), message)
    } else if (message.role !== 'tool') {
      open(baseOf(message, found.length)).parts.push(...ownParts(message))
    } else if (!answer(found, message)) {
      open(baseOf(message, found.length)).parts.push(...ownParts(message))
    }
  }
  // Parts stand at their own places; where a piece is missing there is a hole.
  return found.map((message) => ({ ...message, parts: message.parts.filter((part) => part !== undefined) }))
}

function addPiece(whole: UiMessage, message: UiPieceMessage): void {
  const { start, base, at = 0, parts = [], patches = [] } = message.ui
  // A later base stands for the earlier one.
  if (base && !start) {
    for (const field of Object.keys(whole)) if (field !== 'parts') Reflect.deleteProperty(whole, field)
    Object.assign(whole, base)
  }
  const content = contentOf(message)
  const calls = [...(message.toolCalls ?? [])]
  let thought = message.reasoning
  const completed = (part: UiPart): UiPart => {
    const call = whole.role === 'assistant' && toolOf(part) ? calls.shift() : undefined
    if (part.type === CARRIED && isUiPart(part.part)) return part.part
    if (part.type === 'text' && part.text === undefined) return { ...part, text: content.shift()?.text ?? '' }
    if (part.type === 'file') return content.shift() ?? part
    if (part.type === 'reasoning' && part.text === undefined) {
      const text = thought ?? ''
      thought = undefined
      return { ...part, text }
    }
    return call && !('input' in part) && call.arguments !== '' ? { ...part, input: call.arguments } : part
  }
  for (const [index, part] of parts.entries()) whole.parts[at + index] = completed(part)
  for (const { at: place, set, drop = [] } of patches) {
    const part = whole.parts[place]
    if (part === undefined) continue
    const kept = Object.entries(part).filter(([field]) => !drop.includes(field))
    whole.parts[place] = { ...Object.fromEntries(kept), ...set, type: part.type }
  }
}

/** Content as parts, each with its type. */
function contentOf({ content }: ModelMessage): UiPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return (content ?? []).map((part) => ({ ...part, type: part.type ?? 'text' }))
}

function baseOf(message: ModelMessage, place: number): UiBase {
  const { role } = message
  const id = message.id ?? `message-${place + 1}`
  if (role === 'user' || role === 'assistant') return { id, role }
  return { id, role: role === 'tool' ? 'assistant' : 'system' }
}

function ownParts(message: ModelMessage): UiPart[] {
  const thought = typeof message.reasoning === 'string' ? [{ type: 'reasoning', text: message.reasoning }] : []
  const said = contentOf(message).flatMap((part) => (part.type === 'text' || part.type === 'file' ? part : []))
  const calls = (message.toolCalls ?? []).map((call) => {
    const input = isJsonObject(call.arguments) ? call.arguments : parsed(call.arguments)
    return { type: 'dynamic-tool', toolName: call.name, toolCallId: call.id, state: 'input-available', input }
  })
  return [...thought, ...said.filter((part) => part.text !== '' || part.type === 'file'), ...calls]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Puts a result with the latest call that waits for it. */
function answer(found: readonly UiMessage[], { toolCallId, content }: ModelMessage): boolean {
  const last = found.findLast(
    ({ role, parts }) => role === 'assistant' && parts.some((part) => isWaiting(part, toolCallId)),
  )
  const at = last?.parts.findLastIndex((part) => isWaiting(part, toolCallId)) ?? -1
  const part = last?.parts[at]
  if (last === undefined || part === undefined) return false
  last.parts[at] = { ...part, state: 'output-available', output: content ?? null }
  return true
}

function isWaiting(part: UiPart, callId: string | null | undefined): boolean {
  return part.toolCallId === callId && part.state === 'input-available' && toolOf(part) !== undefined
}
