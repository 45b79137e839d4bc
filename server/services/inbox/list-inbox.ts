import { z } from 'zod'
import type { InboxItemView, ListInboxInput, ListInboxOutput } from '../../schemas/inbox'
import { type InboxRow, listInbox as listRows } from '../../store/inbox'
import { type PersonRow, peopleOf } from '../../store/people'
import { withReach } from '../../store/reach'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { readCursor, signCursor } from '../page-cursor'
import { callerAsPerson, viewPerson } from '../people/caller-as-person'

/** inbox.list: what the caller should look at, the newest first. Looking at it changes nothing. */
export async function listInbox(
  ctx: ServiceContext,
  { unread, limit, cursor }: z.output<typeof ListInboxInput>,
): Promise<z.infer<typeof ListInboxOutput>> {
  const { id: operatorId } = callerAsPerson(ctx.principal)
  const list = { list: 'inbox', operatorId, unread }
  const beforeId = readCursor(ctx.signer, { list, cursor, position: z.uuid() })
  return withReach(ctx.database.pools.application, callerReach(ctx.principal), async ({ client }) => {
    const rows = await listRows(client, { operatorId, isUnread: unread, beforeId, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const people = await peopleOf(
      client,
      page.flatMap(({ actorId, mentions }) => [actorId, ...(mentions ?? [])]),
    )
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      items: page.map((row) => viewItem(row, people)),
      nextCursor: last && signCursor(ctx.signer, list, last.id),
    }
  })
}

function viewItem(row: InboxRow, people: ReadonlyMap<string, PersonRow>): InboxItemView {
  const { id, kind, noteId, seq, text, mentions } = row
  return {
    id,
    kind,
    actor: viewPerson(row.actorId, people),
    thread: {
      uid: row.uid,
      threadId: row.threadId,
      scope: { tenant: row.tenant, subject: row.subject },
      title: row.title,
      firstLine: row.firstLine,
      messageCount: row.messageCount,
    },
    note:
      noteId === null
        ? null
        : { id: noteId, seq, text: text ?? '', mentions: (mentions ?? []).map((each) => viewPerson(each, people)) },
    createdAt: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
  }
}
