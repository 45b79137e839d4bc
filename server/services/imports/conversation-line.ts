import { createHash } from 'node:crypto'
import { assertDepth, sliceElements } from '../../../memory/json-text'
import { ModelMessage } from '../../../memory/message-schema'
import { fromOpenAiText } from '../../../memory/openai'
import { ThreadId } from '../../../memory/scope-schema'
import { fromUiMessages } from '../../../memory/ui-messages/map-ui-messages'
import { isUiMessage } from '../../../memory/ui-messages/ui-message'
import { Metadata } from '../../schemas/fields'
import type { ImportFormat } from '../../schemas/jobs'
import { MESSAGE_LIMIT } from '../../schemas/memory'

/** One conversation of a JSONL file, its messages as text in Loci's form, nothing else about them changed (M2, M5). */
export interface ConversationLine {
  threadId: string
  metadata: Metadata
  messageTexts: string[]
  messages: ModelMessage[]
}

/**
 * Reads one line: `{ id?, messages, … }`. Without an id the thread is named by a hash of the line, so that a second import
 * finds it again. What stands beside the messages becomes the thread's metadata.
 *
 * @returns the conversation, or in words for people why the line is skipped
 */
export function readConversationLine(
  line: string,
  format: Exclude<ImportFormat, 'loci-jsonl'>,
): ConversationLine | { reason: string } {
  let parsed: unknown
  try {
    assertDepth(line)
    parsed = JSON.parse(line)
  } catch {
    return { reason: 'not a line of JSON, or nested deeper than 32 levels' }
  }
  if (typeof parsed !== 'object' || parsed === null || !('messages' in parsed) || !Array.isArray(parsed.messages)) {
    return { reason: 'no "messages" list' }
  }
  if (parsed.messages.length > MESSAGE_LIMIT) return { reason: `more than ${MESSAGE_LIMIT} messages` }

  const { messages: _messages, id, ...beside } = parsed as { messages: unknown[]; id?: unknown }
  const threadId = ThreadId.safeParse(typeof id === 'number' ? String(id) : (id ?? hashOf(line)))
  if (!threadId.success) return { reason: '"id" is not a usable thread id' }
  const metadata = Metadata.safeParse(beside)
  if (!metadata.success) return { reason: 'the fields beside "messages" are over 16 KiB or not storable' }

  const messageTexts: string[] = []
  const messages: ModelMessage[] = []
  for (const [index, slice] of sliceElements(line, ['messages']).entries()) {
    const texts = format === 'openai-jsonl' ? readMessage(slice) : readUiMessage(slice)
    if (texts === null) return { reason: `message ${index + 1} is not a chat message` }
    for (const text of texts) {
      const message = ModelMessage.safeParse(JSON.parse(text))
      if (!message.success) return { reason: `message ${index + 1} is not a chat message` }
      messageTexts.push(text)
      messages.push(message.data)
    }
  }
  if (messages.length > MESSAGE_LIMIT) return { reason: `more than ${MESSAGE_LIMIT} messages` }
  return { threadId: threadId.data, metadata: metadata.data, messageTexts, messages }
}

function readMessage(slice: string): string[] | null {
  try {
    return [fromOpenAiText(slice)]
  } catch {
    return null
  }
}

/** One of the AI SDK's is several of ours, where it has steps (M5). */
function readUiMessage(slice: string): string[] | null {
  const message: unknown = JSON.parse(slice)
  return isUiMessage(message) ? fromUiMessages([message]).map((mapped) => JSON.stringify(mapped)) : null
}

function hashOf(line: string): string {
  return `line-${createHash('sha256').update(line.trim()).digest('hex').slice(0, 32)}`
}
