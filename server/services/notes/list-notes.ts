import type { z } from 'zod'
import type { ListNotesInput, ListNotesOutput } from '../../schemas/notes'
import { notesOfThread } from '../../store/notes'
import { peopleOf } from '../../store/people'
import type { ServiceContext } from '../context'
import { openThread } from '../messages/open-thread'
import { callerAsPerson } from '../people/caller-as-person'
import { namedIn, viewNote } from './view-note'

/** notes.list: what people have written about a thread and its messages, the oldest first. */
export async function listNotes(
  ctx: ServiceContext,
  input: z.output<typeof ListNotesInput>,
): Promise<z.infer<typeof ListNotesOutput>> {
  const person = callerAsPerson(ctx.principal)
  return openThread(ctx, input, async (client, thread) => {
    const notes = await notesOfThread(client, thread)
    const people = await peopleOf(client, namedIn(notes))
    return { items: notes.map((note) => viewNote(note, { people, person })) }
  })
}
