import { canonicalJson, isJsonObject } from '../canonical-json'
import type { ModelMessage } from '../message'

/** A part of a message of the AI SDK's; any field is kept. */
export interface UiPart {
  type: string
  [field: string]: unknown
}

/** A `UIMessage` of the AI SDK. */
export interface UiMessage {
  id: string
  role: 'system' | 'user' | 'assistant'
  metadata?: unknown
  parts: UiPart[]
}

/** What is said about the UI message as a whole: everything but its parts. */
export type UiBase = Omit<UiMessage, 'parts'>

/** A later word on a part that is stored already: what is stored is never rewritten. */
export interface UiPatch {
  /** The part's place in its message. */
  readonly at: number
  readonly set: Record<string, unknown>
  readonly drop?: readonly string[]
}

/**
 * What a stored message keeps of the UI message that it is a piece of, in `ui`. Texts, files, inputs of calls and a single
 * thought stand in the message itself and are left out of `parts`.
 */
export interface UiPiece {
  readonly of: string
  /** Of the first piece. */
  readonly start?: true
  /** Of the first piece, and where it has changed. */
  readonly base?: UiBase
  /** The parts that this piece adds, and the place of the first of them. */
  readonly parts?: readonly UiPart[]
  readonly at?: number
  readonly patches?: readonly UiPatch[]
}

export type UiPieceMessage = ModelMessage & { ui: UiPiece }

/** The type of a part that stands for one which could be taken for something else. */
export const CARRIED = 'carried'

export function isUiPart(part: unknown): part is UiPart {
  return isJsonObject(part) && typeof part.type === 'string'
}

const UI_ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant'])

export function isUiMessage(value: unknown): value is UiMessage {
  if (!isJsonObject(value) || typeof value.id !== 'string' || !UI_ROLES.has(value.role)) return false
  return Array.isArray(value.parts) && value.parts.every(isUiPart)
}

export function isPiece(message: ModelMessage): message is UiPieceMessage {
  return isJsonObject(message.ui) && typeof message.ui.of === 'string'
}

/** The tool that a part is a call of; undefined for any other part. */
export function toolOf(part: UiPart): { name: string; callId: string } | undefined {
  const name = part.type === 'dynamic-tool' ? part.toolName : /^tool-(.+)$/s.exec(part.type)?.[1]
  const { toolCallId: callId } = part
  const isCall = typeof name === 'string' && name !== '' && typeof callId === 'string' && callId !== ''
  return isCall ? { name, callId } : undefined
}

const ANSWERED: ReadonlySet<unknown> = new Set(['output-available', 'output-error', 'output-denied'])

/** Does the part of a call hold what came of it? */
export function isAnswered(part: UiPart): boolean {
  return ANSWERED.has(part.state)
}

/** Is the part still being written? It is not stored before it is done. */
export function isStreaming(part: UiPart): boolean {
  return part.state === 'streaming' || part.state === 'input-streaming' || part.preliminary === true
}

export function isSame(left: unknown, right: unknown): boolean {
  return left === right || canonicalJson(left) === canonicalJson(right)
}
