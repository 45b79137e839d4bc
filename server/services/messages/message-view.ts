import type { ModelMessage } from '../../../memory/message'
import { passedText } from '../../json-text'
import type { MessageView } from '../../schemas/messages'
import type { MessageRow } from '../../store/messages'

/** A stored message on the wire, as the text it was stored as (M2). */
export function messageView({ seq, tokens, entryId, createdAt, redactedAt, raw }: MessageRow): MessageView {
  return {
    seq,
    tokens,
    entryId,
    createdAt: createdAt.toISOString(),
    ...(redactedAt === null ? {} : { redactedAt: redactedAt.toISOString() }),
    message: passedText<ModelMessage>(raw),
  }
}
