import { z } from 'zod'
import type { ModelMessage } from '../../../memory/message'
import { requireReach } from '../../auth/reach'
import { passedText } from '../../json-text'
import { type EntryView, type ListEntriesInput, type ListEntriesOutput, MESSAGE_LIMIT } from '../../schemas/memory'
import { ANSWER_BYTES } from '../../store/answer-bytes'
import { contentsOfEntries, type EntryRow, listEntries as listRows, sizesOfEntries } from '../../store/entries'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'
import { readCursor, signCursor } from '../page-cursor'

const Position = z.object({ tenant: z.string(), scopeId: z.uuid(), threadUid: z.uuid(), id: z.uuid() })

/**
 * memory.entries: the stored writes of living threads, thread by thread, oldest first, or all of it the other way round with `order: 'desc'`. A page holds at most `limit`
 * entries and, beyond its first one, at most 10,000 messages and 32 MiB.
 */
export async function listEntries(
  ctx: ServiceContext,
  input: z.output<typeof ListEntriesInput>,
): Promise<z.infer<typeof ListEntriesOutput>> {
  const { scope, scopePattern, entryId, withMessages, tags = {}, order, limit } = input
  const reach = requireReach(ctx.principal, { scope, scopePattern })
  const threadId = input.sessionId ?? input.threadId
  const agents = ctx.principal.kind === 'key' && ctx.principal.agents.length > 0 ? ctx.principal.agents : null
  const list = { of: 'entries', reach, threadId: threadId ?? null, entryId: entryId ?? null, tags, agents, order }
  const after = readCursor(ctx.signer, { list, cursor: input.cursor, position: Position })
  return withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const found = await listRows(client, {
      reach,
      scopeId,
      threadId,
      entryId,
      tags,
      agents,
      order,
      after,
      limit: limit + 1,
    })
    const most = withMessages ? fitting(messagesOf(found), MESSAGE_LIMIT) : limit
    const some = found.slice(0, Math.min(limit, most))
    const page = withMessages ? some.slice(0, fitting(await sizesOfEntries(client, some), ANSWER_BYTES)) : some
    const { messages, tags: tagsOf } = await contentsOfEntries(client, page, { withMessages })
    const last = page.at(-1)
    const { tenant, scopeId: inScope, threadUid, id } = last ?? {}
    return {
      items: page.map((entry) => entryView(entry, { texts: messages.get(entry.id), tags: tagsOf.get(entry.id) })),
      nextCursor:
        found.length > page.length ? signCursor(ctx.signer, list, { tenant, scopeId: inScope, threadUid, id }) : null,
    }
  })
}

function messagesOf(entries: readonly EntryRow[]): number[] {
  return entries.map((entry) => entry.lastSeq - entry.firstSeq + 1)
}

/** How many of these sizes from the start fit together; the first always does. */
function fitting(sizes: readonly number[], most: number): number {
  let sum = 0
  const tooMany = sizes.findIndex((size, index) => {
    sum += size
    return index > 0 && sum > most
  })
  return tooMany === -1 ? sizes.length : tooMany
}

function entryView(
  entry: EntryRow,
  beside: { texts: readonly string[] | undefined; tags: Record<string, string> | undefined },
): EntryView {
  return {
    id: entry.id,
    threadId: entry.threadId,
    threadUid: entry.threadUid,
    scope: { tenant: entry.tenant, subject: entry.subject },
    firstSeq: entry.firstSeq,
    lastSeq: entry.lastSeq,
    messages: (beside.texts ?? []).map((text) => passedText<ModelMessage>(text)),
    metadata: {
      createdAt: entry.createdAt.toISOString(),
      accessedAt: entry.accessedAt.toISOString(),
      expiresAt: entry.expiresAt?.toISOString() ?? null,
      agentName: entry.agentName,
      runId: entry.runId,
      tags: beside.tags ?? {},
      tokenCount: entry.tokenCount,
    },
    run: entry.run === null ? null : passedText(entry.run),
    read: entry.read === null ? null : passedText(entry.read),
    // Written from a list of that shape.
    conflicts: entry.conflicts === null ? [] : (JSON.parse(entry.conflicts) as EntryView['conflicts']),
  }
}
