import type { NoteView } from '@/server/schemas/notes'
import { threadHref } from '../data/scope-href'

/** A note in its place: the thread at the note's message, with the notes beside it. */
export function noteHref(uid: string, { id, seq }: Pick<NoteView, 'id' | 'seq'>): string {
  const query = new URLSearchParams({ ...(seq === null ? {} : { message: `${seq}` }), panel: 'notes', note: id })
  return `${threadHref(uid)}?${query}`
}
