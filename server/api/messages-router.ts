import {
  AppendMessagesInput,
  AppendMessagesOutput,
  ListMessagesInput,
  ListMessagesOutput,
  MessageTextInput,
  MessageTextOutput,
  PinMessageInput,
  PinMessageOutput,
  RedactMessageInput,
  RedactMessageOutput,
  WindowOfThreadInput,
  WindowOfThreadOutput,
} from '../schemas/messages'
import { appendMessages } from '../services/messages/append-messages'
import { listMessages } from '../services/messages/list-messages'
import { messageText } from '../services/messages/message-text'
import { pinMessage } from '../services/messages/pin-message'
import { redactMessage } from '../services/messages/redact-message'
import { windowOfThread } from '../services/messages/window-of-thread'
import { procedure, router } from './procedure'

export const messagesRouter = router({
  list: procedure({ key: 'read', operator: 'view' })
    .input(ListMessagesInput)
    .output(ListMessagesOutput)
    .query(({ ctx, input }) => listMessages(ctx, input)),
  text: procedure({ key: 'read', operator: 'view' })
    .input(MessageTextInput)
    .output(MessageTextOutput)
    .query(({ ctx, input }) => messageText(ctx, input)),
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
