import type { z } from 'zod'
import { LociError, notFound } from '../../errors'
import type { EditNoteInput, NoteView } from '../../schemas/notes'
import { lockNote, updateNote } from '../../store/notes'
import { peopleOf } from '../../store/people'
import type { ServiceContext } from '../context'
import { openThread } from '../messages/open-thread'
import { callerAsPerson } from '../people/caller-as-person'
import { assertKnown } from './add-note'
import { tellOfMentions } from './tell-people'
import { namedIn, viewNote } from './view-note'

/**
 * notes.edit: gives one's own note another text. Whom it mentions for the first time is told.
 *
 * @throws NOT_FOUND for the thread (S3) or the note, FORBIDDEN for somebody else's
 */
export async function editNote(ctx: ServiceContext, input: z.output<typeof EditNoteInput>): Promise<NoteView> {
  const person = callerAsPerson(ctx.principal)
  const { id, text, mentions } = input
  const { uid, view } = await openThread(ctx, input, async (client, thread) => {
    const before = await lockNote(client, { thread, id })
    if (before === null) throw notFound('note')
    if (before.createdBy !== person.id) throw new LociError('FORBIDDEN', 'A note is changed by whoever wrote it.')
    const fresh = mentions.filter((each) => !before.mentions.includes(each))
    await assertKnown(client, fresh)
    const note = await updateNote(client, { thread, note: { id, text, mentions } })
    await tellOfMentions(client, { thread, note, before: before.mentions })
    const people = await peopleOf(client, namedIn([note]))
    return { uid: thread.uid, view: viewNote(note, { people, person }) }
  })
  ctx.threadChanges.note([uid])
  return view
}
