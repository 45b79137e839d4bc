import { isJsonObject } from '../canonical-json'
import type { ContentPart, ModelMessage, ToolCall } from '../message'
import {
  CARRIED,
  isAnswered,
  toolOf,
  type UiBase,
  type UiMessage,
  type UiPart,
  type UiPatch,
  type UiPiece,
} from './ui-message'

interface Draft {
  readonly content: ContentPart[]
  readonly thoughts: string[]
  readonly calls: ToolCall[]
  readonly parts: UiPart[]
  /** Results of its calls, in order. */
  readonly results: ModelMessage[]
}

/**
 * The parts of a UI message from `from` on as messages of ours: of an assistant one for each step, its tool results after
 * it. The first one begins the UI message unless `from` says that there is one, with that many parts.
 */
export function piecesOf(message: UiMessage, from?: number): ModelMessage[] {
  const { parts, ...base } = message
  const pieces: ModelMessage[] = []
  let draft = emptyDraft()
  let begun = from ?? 0
  const flush = (isLast = false) => {
    const isFirst = from === undefined && pieces.length === 0
    if (draft.parts.length > 0 || (isLast && isFirst))
      pieces.push(messageOf(draft, { base, isFirst, at: begun }), ...draft.results)
    begun += draft.parts.length
    draft = emptyDraft()
  }
  for (let at = begun; at < parts.length; at += 1) {
    const part = parts[at]
    if (part === undefined) continue
    const isContent = part.type === 'text' || part.type === 'file' || part.type === 'reasoning'
    if (base.role === 'assistant' && (part.type === 'step-start' || (isContent && draft.calls.length > 0))) flush()
    addPart(draft, part, { at, base })
  }
  flush(true)
  return pieces
}

function emptyDraft(): Draft {
  return { content: [], thoughts: [], calls: [], parts: [], results: [] }
}

function addPart(draft: Draft, part: UiPart, { at, base }: { at: number; base: UiBase }): void {
  const tool = base.role === 'assistant' ? toolOf(part) : undefined
  if (tool) {
    addCall(draft, part, { at, of: base.id, ...tool })
  } else if (part.type === 'text' && typeof part.text === 'string') {
    const { text: _text, ...rest } = part
    draft.content.push({ type: 'text', text: part.text })
    draft.parts.push(rest)
  } else if (part.type === 'file' && (part.text === undefined || typeof part.text === 'string')) {
    // A file is said by its content part, whole.
    draft.content.push(part as ContentPart)
    draft.parts.push({ type: 'file' })
  } else if (part.type === 'reasoning' && typeof part.text === 'string' && draft.thoughts.length === 0) {
    const { text: _text, ...rest } = part
    draft.thoughts.push(part.text)
    draft.parts.push(rest)
  } else {
    const isMistakable =
      part.type === 'file' || part.type === CARRIED || (SAID.has(part.type) && part.text === undefined)
    draft.parts.push(isMistakable ? { type: CARRIED, part } : part)
  }
}

/** Parts that are left out of a piece's parts but for their type. */
const SAID: ReadonlySet<string> = new Set(['text', 'reasoning'])

interface CallPlace {
  at: number
  of: string
  name: string
  callId: string
}

function addCall(draft: Draft, part: UiPart, { at, of, name, callId }: CallPlace): void {
  const { input, ...rest } = part
  const isSaid = (typeof input === 'string' && input !== '') || isJsonObject(input)
  draft.calls.push({ id: callId, name, arguments: isSaid ? input : input === undefined ? '' : JSON.stringify(input) })
  const asked = isSaid || input === undefined ? rest : part
  if (!isAnswered(part)) {
    draft.parts.push(asked)
    return
  }
  const { output: _output, errorText: _error, preliminary: _isEarly, resultProviderMetadata: _facts, ...call } = asked
  draft.parts.push({ ...call, type: part.type, state: 'input-available' })
  draft.results.push(resultOf(part, { of, patches: [{ at, set: answerOf(part) }] }, callId))
}

/** The fields of an answered call that its result brings. */
export function answerOf(part: UiPart): Record<string, unknown> {
  const fields = ['state', 'output', 'errorText', 'preliminary', 'resultProviderMetadata']
  return Object.fromEntries(Object.entries(part).filter(([field]) => fields.includes(field)))
}

export function resultOf(part: UiPart, ui: UiPiece, callId: string): ModelMessage {
  return { role: 'tool', toolCallId: callId, content: answerText(part), ui }
}

function answerText(part: UiPart): string {
  if (part.state === 'output-error') return typeof part.errorText === 'string' ? part.errorText : 'error'
  if (part.state === 'output-denied') {
    const { approval } = part
    return isJsonObject(approval) && typeof approval.reason === 'string' ? approval.reason : 'denied'
  }
  return typeof part.output === 'string' ? part.output : (JSON.stringify(part.output) ?? '')
}

/** A word on parts that are stored already and say nothing to a model; it ends no turn. */
export function noteOf(of: string, piece: { base?: UiBase; patches?: readonly UiPatch[] }): ModelMessage {
  return { role: 'user', content: null, ui: { of, ...piece } }
}

function messageOf(draft: Draft, place: { base: UiBase; isFirst: boolean; at: number }): ModelMessage {
  const { base, isFirst, at } = place
  const { content, thoughts, calls, parts } = draft
  const [first] = content
  const isText = content.length === 1 && first?.type === 'text'
  return {
    role: base.role,
    content: first === undefined ? null : isText ? (first.text ?? '') : content,
    ...(thoughts.length === 0 ? {} : { reasoning: thoughts.join('\n') }),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ui: { of: base.id, ...(isFirst ? { start: true, base } : {}), at, parts },
  }
}
