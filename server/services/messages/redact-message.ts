import type { z } from 'zod'
import { messageText } from '../../../memory/message'
import { redactedMessage } from '../../../memory/redaction'
import { storedMessage } from '../../../memory/stored-message'
import { actorName } from '../../auth/principal'
import { notFound } from '../../errors'
import type { RedactMessageInput, RedactMessageOutput } from '../../schemas/messages'
import { appendAuditEvent } from '../../store/audit'
import { findMessage, redactFamily } from '../../store/redactions'
import type { ServiceContext } from '../context'
import { assertNoHold } from '../holds/assert-no-hold'
import { messageHash } from '../memory/message-hash'
import { oneLine } from '../memory/prepare-messages'
import { openThread } from './open-thread'

/**
 * messages.redact: takes the text out of one message for good, with what was made of it (search words, summaries,
 * vectors, preview lines) and with its copies in forks, deleted ones too. Its place, role, id and the names of its tool
 * calls stay. An echo of it is recognised by its hash, and not stored again. Cannot be undone; audited without content.
 *
 * @throws NOT_FOUND for the thread (S3) or the message, CONFLICT under legal hold
 */
export async function redactMessage(
  ctx: ServiceContext,
  input: z.output<typeof RedactMessageInput>,
): Promise<z.infer<typeof RedactMessageOutput>> {
  const { messageId, seq, reason } = input
  const {
    redacted,
    uids,
    seq: redactedSeq,
  } = await openThread(ctx, { ...input, lock: true }, async (client, thread) => {
    const found = await findMessage(client, { thread, messageId, seq })
    if (!found) throw notFound('message')
    if (found.isRedacted) return { seq: found.seq, redacted: 0, uids: [] }
    await assertNoHold(client, thread)
    const message = storedMessage(found.raw)
    const tombstone = redactedMessage({ ...message, id: found.id })
    const copies = await redactFamily(client, {
      thread,
      seq: found.seq,
      raw: JSON.stringify(tombstone),
      hash: messageHash(tombstone),
      reason: reason ?? null,
      createdBy: actorName(ctx.principal),
      line: oneLine(messageText(message)),
    })
    await appendAuditEvent(client, ctx, {
      tenant: thread.tenant,
      action: 'messages.redact',
      objectKind: 'message',
      objectId: `${thread.uid}/${found.seq}`,
      details: { copies: copies.length, ...(reason === undefined ? {} : { reason }) },
    })
    const uids = [...new Set(copies.map((copy) => copy.threadUid))]
    return { seq: found.seq, redacted: copies.length, uids }
  })
  ctx.threadChanges.note(uids)
  return { seq: redactedSeq, redacted, threads: uids.length }
}
