import { z } from 'zod'
import { boundedText, Timestamp } from './fields'
import { hasOneReference, oneReference, threadReference } from './messages'
import { PersonView } from './people'

/** Bytes of one note. */
export const NOTE_BYTES = 4_096
/** Notes of one thread. */
export const NOTE_LIMIT = 500
/** People that one note can mention. */
export const MENTION_LIMIT = 20

const NoteText = boundedText(NOTE_BYTES).refine((text) => text.trim() !== '', { message: 'Write something.' })
/** Ids of people. */
const Mentions = z
  .array(z.string().min(1).max(64))
  .max(MENTION_LIMIT)
  .transform((ids) => [...new Set(ids)])

export const NoteView = z.object({
  id: z.uuid(),
  /** The message that it is about; null for one about the whole thread. */
  seq: z.int().nullable(),
  /** As it was written. */
  text: z.string(),
  /** Who is meant by `@name` in the text. */
  mentions: z.array(PersonView),
  author: PersonView,
  createdAt: Timestamp,
  editedAt: Timestamp.nullable(),
  /** Whether the caller wrote it, and so may change it. */
  isOwn: z.boolean(),
  /** Its author, leads and admins may. */
  canRemove: z.boolean(),
})
export type NoteView = z.infer<typeof NoteView>

export const ListNotesInput = z.strictObject(threadReference).refine(hasOneReference, oneReference)
/** All of a thread, the oldest first. */
export const ListNotesOutput = z.object({ items: z.array(NoteView) })

export const AddNoteInput = z
  .strictObject({
    ...threadReference,
    seq: z.int().min(1).optional(),
    text: NoteText,
    mentions: Mentions.default([]),
  })
  .refine(hasOneReference, oneReference)

export const EditNoteInput = z
  .strictObject({ ...threadReference, id: z.uuid(), text: NoteText, mentions: Mentions.default([]) })
  .refine(hasOneReference, oneReference)

export const RemoveNoteInput = z
  .strictObject({ ...threadReference, id: z.uuid() })
  .refine(hasOneReference, oneReference)
export const RemoveNoteOutput = z.object({ removed: z.union([z.literal(0), z.literal(1)]) })
