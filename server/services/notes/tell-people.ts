import type { PoolClient } from 'pg'
import { followersOf, insertInboxItems, type NewInboxItem } from '../../store/inbox'
import type { NoteRow } from '../../store/notes'
import type { ThreadKey } from '../../store/thread-rows'

/** Tells those whom a new note mentions, and all others who follow its thread; never its author. */
export async function tellOfNote(
  client: PoolClient,
  { thread, note }: { thread: ThreadKey; note: NoteRow },
): Promise<void> {
  const mentioned = new Set(note.mentions)
  const others = (await followersOf(client, thread)).filter((id) => !mentioned.has(id))
  await insertInboxItems(client, {
    thread,
    items: [...itemsFor(note, note.mentions, 'mention'), ...itemsFor(note, others, 'note')],
  })
}

/** Tells those whom an edit mentions for the first time. */
export async function tellOfMentions(
  client: PoolClient,
  { thread, note, before }: { thread: ThreadKey; note: NoteRow; before: readonly string[] },
): Promise<void> {
  const fresh = note.mentions.filter((id) => !before.includes(id))
  await insertInboxItems(client, { thread, items: itemsFor(note, fresh, 'mention') })
}

function itemsFor(note: NoteRow, ids: readonly string[], kind: 'mention' | 'note'): NewInboxItem[] {
  return ids
    .filter((id) => id !== note.createdBy)
    .map((operatorId) => ({ operatorId, kind, noteId: note.id, actorId: note.createdBy }))
}
