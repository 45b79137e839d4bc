import type { z } from 'zod'
import { LociError } from '../../errors'
import type { RemoveNoteInput, RemoveNoteOutput } from '../../schemas/notes'
import { appendAuditEvent } from '../../store/audit'
import { deleteNote, lockNote } from '../../store/notes'
import type { ServiceContext } from '../context'
import { openThread } from '../messages/open-thread'
import { callerAsPerson } from '../people/caller-as-person'
import { mayRemove } from './view-note'

/**
 * notes.remove: takes a note away, with what led to it in inboxes; one that is gone answers `removed: 0`. Somebody else's is
 * taken away by leads and admins, which stands in the audit log.
 *
 * @throws NOT_FOUND for the thread (S3), FORBIDDEN for somebody else's note
 */
export async function removeNote(
  ctx: ServiceContext,
  input: z.output<typeof RemoveNoteInput>,
): Promise<z.infer<typeof RemoveNoteOutput>> {
  const person = callerAsPerson(ctx.principal)
  const { id } = input
  const { uid, removed } = await openThread(ctx, input, async (client, thread) => {
    const note = await lockNote(client, { thread, id })
    if (note === null) return { uid: thread.uid, removed: 0 as const }
    if (!mayRemove(note, person)) {
      throw new LociError('FORBIDDEN', "Somebody else's note is removed by leads and admins.")
    }
    await deleteNote(client, { thread, id })
    if (note.createdBy !== person.id) {
      await appendAuditEvent(client, ctx, {
        tenant: thread.tenant,
        action: 'notes.remove',
        objectKind: 'thread',
        objectId: thread.uid,
        details: { note: id, author: note.createdBy },
      })
    }
    return { uid: thread.uid, removed: 1 as const }
  })
  if (removed === 1) ctx.threadChanges.note([uid])
  return { removed }
}
