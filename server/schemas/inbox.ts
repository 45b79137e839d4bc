import { z } from 'zod'
import { Cursor, PageSize, ScopeView, Timestamp } from './fields'
import { PersonView } from './people'

/** `note`: on a thread that one has written a note on, or was mentioned on. */
export const InboxKind = z.enum(['mention', 'note', 'assigned'])
export type InboxKind = z.infer<typeof InboxKind>

/** Counting stops there. */
export const UNREAD_CAP = 1_000

export const InboxItemView = z.object({
  id: z.uuid(),
  kind: InboxKind,
  /** Who led there. */
  actor: PersonView,
  thread: z.object({
    uid: z.uuid(),
    threadId: z.string(),
    scope: ScopeView,
    title: z.string().nullable(),
    firstLine: z.string().nullable(),
    isWithheld: z.literal(true).optional(),
    messageCount: z.int(),
  }),
  /** What was written; null for an assignment. */
  note: z.object({ id: z.uuid(), seq: z.int().nullable(), text: z.string(), mentions: z.array(PersonView) }).nullable(),
  createdAt: Timestamp,
  isRead: z.boolean(),
})
export type InboxItemView = z.infer<typeof InboxItemView>

export const ListInboxInput = z.strictObject({
  /** Only what is not read yet. */
  unread: z.boolean().default(false),
  limit: PageSize.default(50),
  cursor: Cursor.optional(),
})
/** The caller's own, newest first. What leads to a thread in the trash waits there with it. */
export const ListInboxOutput = z.object({ items: z.array(InboxItemView), nextCursor: Cursor.optional() })

/** `newest`: the id of the newest that is unread. */
export const CountInboxOutput = z.object({ unread: z.int(), capped: z.boolean(), newest: z.uuid().nullable() })

export const MarkReadInput = z.strictObject({ ids: z.array(z.uuid()).min(1).max(200), read: z.boolean().default(true) })
/** `upTo`: an item's id; what came later stays unread. */
export const MarkAllReadInput = z.strictObject({ upTo: z.uuid() })
/** How many have changed. */
export const MarkReadOutput = z.object({ changed: z.int() })
