import {
  AppendMessagesInput,
  AppendMessagesOutput,
  FindMessagesInput,
  FindMessagesOutput,
  GivenMessagesInput,
  GivenMessagesOutput,
  ListMessagesInput,
  ListMessagesOutput,
  MessageTextInput,
  MessageTextOutput,
  OutlineThreadInput,
  OutlineThreadOutput,
  PinMessageInput,
  PinMessageOutput,
  RedactMessageInput,
  RedactMessageOutput,
  WindowOfThreadInput,
  WindowOfThreadOutput,
} from '../schemas/messages'
import { appendMessages } from '../services/messages/append-messages'
import { findMessages } from '../services/messages/find-messages'
import { givenMessages } from '../services/messages/given-messages'
import { listMessages } from '../services/messages/list-messages'
import { messageText } from '../services/messages/message-text'
import { outlineThread } from '../services/messages/outline-thread'
import { pinMessage } from '../services/messages/pin-message'
import { redactMessage } from '../services/messages/redact-message'
import { windowOfThread } from '../services/messages/window-of-thread'
import { procedure, router } from './procedure'

export const messagesRouter = router({
  list: procedure({ key: 'read', operator: 'read', ifRevealed: true })
    .input(ListMessagesInput)
    .output(ListMessagesOutput)
    .query(({ ctx, input }) => listMessages(ctx, input)),
  text: procedure({ key: 'read', operator: 'read', ifRevealed: true })
    .input(MessageTextInput)
    .output(MessageTextOutput)
    .query(({ ctx, input }) => messageText(ctx, input)),
  find: procedure({ key: 'read', operator: 'read', ifRevealed: true })
    .input(FindMessagesInput)
    .output(FindMessagesOutput)
    .query(({ ctx, input }) => findMessages(ctx, input)),
  outline: procedure({ key: 'read', operator: 'read', ifRevealed: true })
    .input(OutlineThreadInput)
    .output(OutlineThreadOutput)
    .query(({ ctx, input }) => outlineThread(ctx, input)),
  given: procedure({ key: 'read', operator: 'view' })
    .input(GivenMessagesInput)
    .output(GivenMessagesOutput)
    .query(({ ctx, input }) => givenMessages(ctx, input)),
  append: procedure({ key: 'write', operator: 'edit' })
    .input(AppendMessagesInput)
    .output(AppendMessagesOutput)
    .mutation(({ ctx, input }) => appendMessages(ctx, input)),
  pin: procedure({ key: 'write', operator: 'edit' })
    .input(PinMessageInput)
    .output(PinMessageOutput)
    .mutation(({ ctx, input }) => pinMessage(ctx, input)),
  redact: procedure({ key: 'delete', operator: 'act' })
    .input(RedactMessageInput)
    .output(RedactMessageOutput)
    .mutation(({ ctx, input }) => redactMessage(ctx, input)),
  window: procedure({ key: 'read', operator: 'view' })
    .input(WindowOfThreadInput)
    .output(WindowOfThreadOutput)
    .query(({ ctx, input }) => windowOfThread(ctx, input)),
})
