import type { PoolClient } from 'pg'
import type { Principal } from '../../auth/principal'
import { notesOfThread } from '../../store/notes'
import { peopleOf } from '../../store/people'
import type { ThreadKey } from '../../store/thread-rows'
import { viewPerson } from '../people/caller-as-person'

/** A note as exports hold it. */
export interface ExportedNote {
  /** The message that it is about; null for one about the whole thread. */
  readonly seq: number | null
  readonly text: string
  /** Address of whoever wrote it; where nobody has it any more, a name. */
  readonly author: string
  /** ISO 8601, as all times of an export. */
  readonly createdAt: string
  readonly editedAt: string | null
}

/** No agent gets to see them: exports of people hold notes, and those of keys with the right `admin`. */
export function mayExportNotes(principal: Principal): boolean {
  if (principal.kind === 'key') return principal.rights.includes('admin')
  return principal.kind === 'operator' || principal.kind === 'system'
}

/** The notes of a thread for an export, the oldest first. */
export async function exportedNotes(client: PoolClient, thread: ThreadKey): Promise<ExportedNote[]> {
  const notes = await notesOfThread(client, thread)
  if (notes.length === 0) return []
  const people = await peopleOf(
    client,
    notes.map(({ createdBy }) => createdBy),
  )
  return notes.map(({ seq, text, createdBy, createdAt, editedAt }) => {
    const { name, email } = viewPerson(createdBy, people)
    return {
      seq,
      text,
      author: email || name,
      createdAt: createdAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
    }
  })
}
