import type { InboxItemView } from '@/server/schemas/inbox'
import { threadHref } from '../data/scope-href'
import { noteHref } from '../notes/note-href'

/** Who did what, in a line: "Ada mentioned you". */
export function describeItem({ kind, actor, note }: Pick<InboxItemView, 'kind' | 'actor' | 'note'>): string {
  const who = actor.name || actor.email
  if (kind === 'mention') return `${who} mentioned you`
  if (kind === 'assigned') return `${who} gave you this thread`
  return note?.seq ? `${who} wrote a note on message ${note.seq.toLocaleString('en')}` : `${who} wrote a note`
}

/** The place that an item leads to. */
export function itemHref({ thread, note }: Pick<InboxItemView, 'thread' | 'note'>): string {
  return note ? noteHref(thread.uid, note) : threadHref(thread.uid)
}
