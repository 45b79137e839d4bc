import type { ModelMessage } from '../memory/message'
import { endsTurn, isSystem } from '../memory/message'
import { fromUiMessages, toUiMessages } from '../memory/ui-messages/map-ui-messages'
import { foldUiMessages } from '../memory/ui-messages/ui-fold'
import { finishedPart, growthOf, withPieceIds } from '../memory/ui-messages/ui-growth'
import { isPiece, type UiMessage } from '../memory/ui-messages/ui-message'
import { piecesOf } from '../memory/ui-messages/ui-pieces'
import { LociError } from './error'
import type { ScopedLoci } from './scoped-loci'
import type { StoredMessage } from './wire'

export type { ModelMessage } from '../memory/message'
export type { UiMessage, UiPart } from '../memory/ui-messages/ui-message'
export { LociError, type LociErrorCode } from './error'
export { fromUiMessages, toUiMessages }

export interface SavedMessages {
  /** Messages of Loci's that were appended; 0 when all was there. */
  appended: number
  /** UI messages that are stored otherwise than they came now. They stay as they are stored. */
  changed: string[]
}

/** A chat store for the AI SDK's `useChat` and `streamText`, as its guide to message persistence has one. */
export interface ChatMessages {
  /** All messages of a chat; an unknown chat has none. */
  loadMessages<TMessage extends UiMessage = UiMessage>(chatId: string): Promise<TMessage[]>
  /**
   * Stores what is new: of the whole chat or of its last messages, once, however often it is saved. What is still being
   * written waits until it is done; a message that has grown goes on where it was; system messages are not kept (M1).
   */
  saveMessages(options: {
    chatId: string
    messages: readonly UiMessage[]
    runId?: string | undefined
  }): Promise<SavedMessages>
}

const PAGE = 200

/** Chats in Loci; `agentName` is the agent that new chats belong to. */
export function chatMessages({ loci, agentName }: { loci: ScopedLoci; agentName?: string | undefined }): ChatMessages {
  return {
    async loadMessages<TMessage extends UiMessage>(chatId: string) {
      const { messages: stored } = await newest(loci, { chatId, isEnough: () => false })
      // The AI SDK takes no message without parts. Of what type those are that were saved is for their writer to say.
      return foldUiMessages(stored).filter(({ parts }) => parts.length > 0) as TMessage[]
    },
    async saveMessages({ chatId, messages, runId }) {
      const given = messages.filter((message) => !isSystem(message)).map(finishedPart)
      const first = given[0]?.id
      for (let attempt = 1; ; attempt += 1) {
        // A chat's end tells what is new; only when the first message stands further back, or somebody was faster, all.
        const isEnough = (page: readonly ModelMessage[]) => attempt === 1 && reaches(page, { first, given })
        const stored = await newest(loci, { chatId, isEnough })
        const { fresh, changed } = newOf(stored, given)
        if (fresh.length === 0) return { appended: 0, changed }
        try {
          const write = { sessionId: chatId, messages: fresh, mode: 'append', agentName, runId } as const
          const { appended } = await loci.memory.write(write)
          return { appended, changed }
        } catch (error) {
          if (attempt === 3 || !LociError.isInstance(error) || error.code !== 'CONFLICT') throw error
        }
      }
    },
  }
}

/** Is the beginning of what is given among these, or nothing of it at all? */
function reaches(
  page: readonly ModelMessage[],
  chat: { first: string | undefined; given: readonly UiMessage[] },
): boolean {
  const starts = new Set(page.flatMap((message) => (isPiece(message) && !message.ui.start ? [] : (message.id ?? []))))
  if (chat.first !== undefined && starts.has(chat.first)) return true
  const pieces = new Set(page.map((message) => (isPiece(message) ? message.ui.of : message.id)))
  return !chat.given.some(({ id }) => pieces.has(id))
}

function newOf({ messages: stored, redacted }: StoredChat, given: readonly UiMessage[]) {
  const known = new Map(foldUiMessages(stored).map((message) => [message.id, message]))
  const takesResult = (callId: string) => {
    const call = stored.findLastIndex(({ toolCalls }) => (toolCalls ?? []).some(({ id }) => id === callId))
    return call !== -1 && !stored.slice(call).some(endsTurn)
  }
  const fresh: ModelMessage[] = []
  const changed: string[] = []
  for (const message of given) {
    const before = known.get(message.id)
    if (redacted.has(message.id)) {
      changed.push(message.id)
      continue
    }
    const growth = before ? growthOf(before, message, takesResult) : { pieces: piecesOf(message) }
    const pieces = stored.filter((piece) => isPiece(piece) && piece.ui.of === message.id).length
    const from = before ? Math.max(pieces, 1) : 0
    if (growth === null) changed.push(message.id)
    else if (before || message.parts.length > 0) fresh.push(...withPieceIds(growth.pieces, { of: message.id, from }))
  }
  return { fresh, changed }
}

interface StoredChat {
  /** In order, without what was redacted. */
  readonly messages: ModelMessage[]
  /** UI messages of which something was redacted; nothing is added to them, or what was taken out would come back. */
  readonly redacted: ReadonlySet<string>
}

/** The chat's messages from its end back to where it is enough. */
async function newest(
  loci: ScopedLoci,
  { chatId, isEnough }: { chatId: string; isEnough: (messages: readonly ModelMessage[]) => boolean },
): Promise<StoredChat> {
  let found: StoredMessage[] = []
  for (;;) {
    const before = found[0]?.seq
    const items = await page(loci, { threadId: chatId, limit: PAGE, ...(before === undefined ? {} : { before }) })
    found = [...items, ...found]
    const messages = found.filter((item) => item.redactedAt === undefined).map((item) => item.message)
    const first = items[0]?.seq
    if (first === undefined || first === 1 || isEnough(found.map((item) => item.message))) {
      return { messages, redacted: redactedOf(found) }
    }
  }
}

function redactedOf(items: readonly StoredMessage[]): Set<string> {
  const ids = items.flatMap(({ redactedAt, message }) => (redactedAt === undefined ? [] : (message.id ?? [])))
  return new Set(ids.flatMap((id) => [id, id.replace(/#\d+$/, '')]))
}

async function page(loci: ScopedLoci, input: { threadId: string; limit: number; before?: number }) {
  try {
    return (await loci.messages.list(input)).items
  } catch (error) {
    const none: StoredMessage[] = []
    if (LociError.isInstance(error) && error.code === 'NOT_FOUND') return none
    throw error
  }
}
