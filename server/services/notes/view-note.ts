import { PERMISSIONS } from '../../auth/permissions'
import type { NoteView } from '../../schemas/notes'
import type { NoteRow } from '../../store/notes'
import type { PersonRow } from '../../store/people'
import { type Person, viewPerson } from '../people/caller-as-person'

/** Whether this person may take a note away: its author, leads and admins. */
export function mayRemove(note: Pick<NoteRow, 'createdBy'>, person: Person): boolean {
  return note.createdBy === person.id || PERMISSIONS[person.role].includes('act')
}

/** The ids of all people that notes name. */
export function namedIn(notes: readonly NoteRow[]): string[] {
  return notes.flatMap(({ createdBy, mentions }) => [createdBy, ...mentions])
}

export function viewNote(
  note: NoteRow,
  { people, person }: { people: ReadonlyMap<string, PersonRow>; person: Person },
): NoteView {
  return {
    id: note.id,
    seq: note.seq,
    text: note.text,
    mentions: note.mentions.map((id) => viewPerson(id, people)),
    author: viewPerson(note.createdBy, people),
    createdAt: note.createdAt.toISOString(),
    editedAt: note.editedAt?.toISOString() ?? null,
    isOwn: note.createdBy === person.id,
    canRemove: mayRemove(note, person),
  }
}
