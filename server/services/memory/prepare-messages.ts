import { uuidv7 } from 'uuidv7'
import { assertDepth, withId } from '../../../memory/json-text'
import { callIdsOf, endsTurn, isEmpty, isSystem, type ModelMessage, messageText } from '../../../memory/message'
import { MessageId } from '../../../memory/scope-schema'
import type { IncomingMessage } from '../../../memory/stored-keys'
import { isSummaryEcho, type SummaryCheck } from '../../../memory/summary'
import { countMessageTokens } from '../../../memory/token-counter'
import { exchanges, numberTurns } from '../../../memory/turn'
import { LociError } from '../../errors'
import type { NewMessage, NewTurns } from '../../store/memory-write'
import { searchVector } from '../../store/search-text'
import type { WindowRow } from '../../store/window-rows'
import { messageHash } from './message-hash'

/** One message of a write: the parsed copy that decisions look at, and the text that is stored (M2). */
export interface PreparedMessage {
  /** Place in the input. */
  readonly index: number
  readonly message: ModelMessage
  readonly text: string
  readonly hash: Buffer
  readonly id: string | undefined
}

/** M1, R1: the messages that can be stored, without instructions and summaries that have come back. */
export interface PreparedList {
  readonly messages: readonly PreparedMessage[]
  /** How many were left out. */
  readonly skippedSystem: number
}

/**
 * @param texts the request's own slices, in order; without them (a call inside the process) the text is JSON.stringify's
 * @param summaryCheck knows our own summaries again; without it the list cannot hold one
 * @throws INVALID_INPUT for an id that cannot be one (S4), or JSON that is nested too deeply
 */
export function prepareMessages(
  messages: readonly ModelMessage[],
  texts: readonly string[] | undefined,
  summaryCheck?: SummaryCheck,
): PreparedList {
  if (texts !== undefined && texts.length !== messages.length) {
    throw new LociError('INTERNAL', 'The texts of the messages are not those of the input.')
  }
  const prepared: PreparedMessage[] = []
  for (const [index, copy] of messages.entries()) {
    if (isSystem(copy) || (summaryCheck && isSummaryEcho(copy, summaryCheck))) continue
    const text = texts?.[index] ?? JSON.stringify(copy)
    checkDepth(text, index)
    // The schema's copy has lost this one key; the source has it.
    const message = text.includes('__proto__') ? (JSON.parse(text) as ModelMessage) : copy
    prepared.push({ index, message, text, hash: messageHash(message), id: messageId(message, index) })
  }
  return { messages: prepared, skippedSystem: messages.length - prepared.length }
}

/** Alignment looks at messages by their place in the list without system messages. */
export function incomingMessage(prepared: PreparedMessage): IncomingMessage {
  const { message, id, hash } = prepared
  return {
    id,
    key: hash.toString('hex'),
    role: message.role,
    callIds: callIdsOf(message),
    toolCallId: message.toolCallId ?? null,
  }
}

/**
 * The rows that a write adds (M2, M4, T1-T3). `openTurn`: the stored rows of the turn that it goes on with, needed when a
 * result answers a call that is stored already. Messages without an id get one.
 */
export function newMessages(
  list: readonly PreparedMessage[],
  openTurn: readonly WindowRow[],
): { messages: NewMessage[]; turns: NewTurns } {
  const shapes = list.map((prepared) => {
    const { role, callIds, toolCallId } = incomingMessage(prepared)
    return { role, callIds, toolCallId }
  })
  const turns = numberTurns(shapes, { turn: 0, isOpen: true })
  const callOf = pairs(openTurn, shapes, turns)
  const messages = list.map(({ message, text, hash, id }, index): NewMessage => {
    const ownId = id ?? uuidv7()
    const call = callOf.get(index)
    const { role, callIds = [], toolCallId = null } = shapes[index] ?? { role: message.role }
    return {
      i: index,
      id: ownId,
      role,
      t: turns[index] ?? 0,
      n: countMessageTokens(message),
      h: hash.toString('hex'),
      raw: withId(text, ownId),
      c: callIds.length > 0 ? JSON.stringify(callIds) : null,
      r: toolCallId === null ? null : JSON.stringify(toolCallId),
      e: isEmpty(message),
      s: searchVector(message),
      ...(call === undefined ? {} : 'index' in call ? { x: call.index } : { xs: call.seq }),
    }
  })
  const lastTurn = turns.at(-1) ?? 0
  const last = list.at(-1)
  return {
    messages,
    turns: {
      lastTurnOffset: lastTurn,
      lastTurnIndex: Math.max(0, turns.indexOf(lastTurn)),
      turnOpen: last !== undefined && !endsTurn(last.message),
    },
  }
}

type Shape = Pick<IncomingMessage, 'role' | 'callIds' | 'toolCallId'>
type CallPlace = { readonly index: number } | { readonly seq: number }

/** For each new message of an exchange the message that opened it, in this write or stored. */
function pairs(openTurn: readonly WindowRow[], shapes: readonly Shape[], turns: readonly number[]) {
  const base = openTurn.at(-1)?.seq ?? 0
  const stored = openTurn.map((row) => ({ ...row, turn: 0 }))
  const added = shapes.map((shape, index) => ({ seq: base + 1 + index, turn: turns[index] ?? 0, ...shape }))
  const callOf = new Map<number, CallPlace>()
  for (const { callSeq, resultSeqs } of exchanges([...stored, ...added]).exchanges) {
    const place = callSeq > base ? { index: callSeq - base - 1 } : { seq: callSeq }
    for (const seq of [callSeq, ...resultSeqs]) if (seq > base) callOf.set(seq - base - 1, place)
  }
  return callOf
}

/** The first user text and the newest text, each as one line for lists. */
export function listLines(list: readonly PreparedMessage[]): { firstLine: string | null; lastLine: string | null } {
  const first = list.find(({ message }) => message.role === 'user' && messageText(message).trim() !== '')
  const last = list.findLast(({ message }) => messageText(message).trim() !== '')
  return {
    firstLine: first ? oneLine(messageText(first.message)) : null,
    lastLine: last ? oneLine(messageText(last.message)) : null,
  }
}

/** At most 200 characters, without what PostgreSQL's text cannot hold. */
export function oneLine(text: string): string {
  const start = text.slice(0, 4_000).toWellFormed().replaceAll('\u0000', '\uFFFD').replace(/\s+/gu, ' ').trim()
  return [...start].slice(0, 200).join('')
}

function messageId(message: ModelMessage, index: number): string | undefined {
  const { id } = message
  if (id === undefined || id === null || id.trim() === '') return undefined
  const parsed = MessageId.safeParse(id)
  if (!parsed.success) {
    throw new LociError('INVALID_INPUT', `messages.${index}.id: ${parsed.error.issues[0]?.message ?? 'not an id'}`)
  }
  return id
}

function checkDepth(text: string, index: number): void {
  try {
    assertDepth(text)
  } catch (error) {
    throw new LociError('INVALID_INPUT', `messages.${index}: JSON is nested too deeply.`, { cause: error })
  }
}
