import { assertDepth, sliceElements } from '@/memory/json-text'
import { callIdsOf, isEmpty, isSystem, type ModelMessage } from '@/memory/message'
import { ModelMessage as ModelMessageSchema } from '@/memory/message-schema'
import { fromOpenAiText } from '@/memory/openai'
import { endsTurnOf, numberTurns } from '@/memory/turn'
import { fromUiMessages } from '@/memory/ui-messages/map-ui-messages'
import { isUiMessage } from '@/memory/ui-messages/ui-message'
import type { WindowMessage } from '@/memory/window-message'
import type { MessageView } from '@/server/schemas/messages'
import type { PreviewSource } from './preview-decision'

/** Messages that are tried at most, as many as of a stored thread. */
const MESSAGES = 10_000
/** Stands where a thread's uid or an entry's would. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

export interface Counting {
  readonly counter: string
  /** Of one message, as the server counts what is stored. */
  countMessage(message: ModelMessage): number
}

/**
 * A conversation that was pasted, to try windows on: a JSON list of messages, or an object with `messages`, each as OpenAI,
 * the AI SDK or Loci writes it (M5). Recognised and counted as an import would; nothing of it leaves the page.
 *
 * @returns the conversation, or in words for people why it is none
 */
export function readPasted(text: string, { counter, countMessage }: Counting): PreviewSource | { reason: string } {
  const messages = messagesOf(text)
  if ('reason' in messages) return messages
  // System messages are not stored (M1).
  const stored = messages.list.filter((message) => !isSystem(message))
  if (stored.length === 0) return { reason: 'It holds no message besides system messages.' }
  if (stored.length > MESSAGES) return { reason: `It has more than ${MESSAGES.toLocaleString('en')} messages.` }
  const shapes = stored.map((message) => ({ role: message.role, callIds: callIdsOf(message) }))
  const turns = numberTurns(shapes)
  let runningTokens = 0
  const rows = stored.map((message, index): WindowMessage => {
    const tokens = countMessage(message)
    runningTokens += tokens
    return {
      seq: index + 1,
      role: message.role,
      turn: turns[index] ?? 1,
      tokens,
      runningTokens,
      callIds: callIdsOf(message),
      toolCallId: message.toolCallId ?? null,
      isEmpty: isEmpty(message),
      isPinned: false,
    }
  })
  const last = rows.at(-1)
  const lastTurn = last?.turn ?? 1
  const createdAt = new Date().toISOString()
  const views = stored.map((message, index): MessageView => {
    const passed: MessageView['message'] = { ...message, id: message.id ?? `pasted-${index + 1}` }
    return { seq: index + 1, tokens: rows[index]?.tokens ?? 0, entryId: NOBODY, createdAt, message: passed }
  })
  return {
    thread: {
      uid: NOBODY,
      threadId: 'pasted',
      scope: { tenant: '', subject: '' },
      title: null,
      agentName: null,
      messageCount: rows.length,
      tokenCount: runningTokens,
      counter,
      lastTurn,
      lastTurnSeq: turns.indexOf(lastTurn) + 1,
      turnOpen: last !== undefined && !endsTurnOf(last),
      hasOwnWindow: false,
    },
    rows,
    summary: null,
    recalled: null,
    pasted: views,
  }
}

function messagesOf(text: string): { list: ModelMessage[] } | { reason: string } {
  let slices: string[]
  try {
    assertDepth(text)
    const value: unknown = JSON.parse(text)
    slices = Array.isArray(value) ? sliceElements(text, []) : sliceElements(text, ['messages'])
  } catch {
    return { reason: 'That is no JSON list of messages, nor an object with "messages".' }
  }
  const list: ModelMessage[] = []
  for (const [index, slice] of slices.entries()) {
    const found = ownForm(slice)
    if (found === null) return { reason: `Message ${index + 1} is not a chat message.` }
    list.push(...found)
  }
  return { list }
}

/** One of the AI SDK's is several of ours, where it has steps. */
function ownForm(slice: string): ModelMessage[] | null {
  try {
    const value: unknown = JSON.parse(slice)
    const mapped: unknown[] = isUiMessage(value) ? fromUiMessages([value]) : [JSON.parse(fromOpenAiText(slice))]
    const checked = mapped.map((message) => ModelMessageSchema.safeParse(message))
    return checked.flatMap((message) => (message.success ? [message.data] : [])).length === mapped.length
      ? checked.flatMap((message) => (message.success ? [message.data] : []))
      : null
  } catch {
    return null
  }
}
