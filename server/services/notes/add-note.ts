import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { LociError, notFound } from '../../errors'
import { type AddNoteInput, NOTE_LIMIT, type NoteView } from '../../schemas/notes'
import { countNotes, insertNote } from '../../store/notes'
import { peopleOf, unknownPeople } from '../../store/people'
import type { ServiceContext } from '../context'
import { openThread } from '../messages/open-thread'
import { callerAsPerson } from '../people/caller-as-person'
import { tellOfNote } from './tell-people'
import { namedIn, viewNote } from './view-note'

/**
 * notes.add: writes a note about a thread or one of its messages, and tells whom it mentions and who follows the thread.
 * Nothing of the thread itself changes, so no agent hears of it.
 *
 * @throws NOT_FOUND for the thread (S3) or the message; INVALID_INPUT for a mention of nobody; CONFLICT at 500 notes
 */
export async function addNote(ctx: ServiceContext, input: z.output<typeof AddNoteInput>): Promise<NoteView> {
  const person = callerAsPerson(ctx.principal)
  const { text, mentions, seq = null } = input
  const { uid, view } = await openThread(ctx, { ...input, lock: true }, async (client, thread) => {
    if (seq !== null && seq > thread.messageCount) throw notFound('message')
    await assertKnown(client, mentions)
    if ((await countNotes(client, thread)) >= NOTE_LIMIT) {
      throw new LociError('CONFLICT', `A thread has at most ${NOTE_LIMIT} notes.`)
    }
    const note = await insertNote(client, {
      thread,
      note: { id: uuidv7(), seq, text, mentions, createdBy: person.id },
    })
    await tellOfNote(client, { thread, note })
    const people = await peopleOf(client, namedIn([note]))
    return { uid: thread.uid, view: viewNote(note, { people, person }) }
  })
  ctx.threadChanges.note([uid])
  return view
}

/** @throws INVALID_INPUT */
export async function assertKnown(client: PoolClient, mentions: readonly string[]): Promise<void> {
  if ((await unknownPeople(client, mentions)).length > 0) {
    throw new LociError('INVALID_INPUT', 'mentions: somebody is named who is not here, or not any more.')
  }
}
