import type { ModelMessage } from '../message'
import { foldUiMessages } from './ui-fold'
import { withPieceIds } from './ui-growth'
import type { UiMessage } from './ui-message'
import { piecesOf } from './ui-pieces'

/**
 * M5: UI messages of the AI SDK as ours; `toUiMessages` gives back what went in, whatever it holds. A user's message is
 * one of ours; an assistant's is one for each step, with a tool result for each call that has one.
 */
export function fromUiMessages(messages: readonly UiMessage[]): ModelMessage[] {
  return messages.flatMap((message) => withPieceIds(piecesOf(message), { of: message.id, from: 0 }))
}

/** M5: our messages as UI messages; calls of other doors are parts of type `dynamic-tool`, each with its result. */
export function toUiMessages(messages: readonly ModelMessage[]): UiMessage[] {
  return foldUiMessages(messages)
}
