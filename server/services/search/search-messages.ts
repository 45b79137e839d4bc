import { z } from 'zod'
import { foldText } from '../../../memory/fold-text'
import { searchableText } from '../../../memory/searchable-text'
import { storedMessage } from '../../../memory/stored-message'
import { requireReach } from '../../auth/reach'
import type { SearchHit, SearchMessagesInput, SearchMessagesOutput } from '../../schemas/search'
import { withReach } from '../../store/reach'
import { type FoundMessage, type SearchPosition, searchMessages as selectMessages } from '../../store/search'
import { type SearchMatch, searchMatch } from '../../store/search-text'
import type { ServiceContext } from '../context'
import { readCursor, signCursor } from '../page-cursor'
import { snippetOf } from './snippet'

const Position = z.object({ rank: z.number(), at: z.iso.datetime(), uid: z.uuid(), seq: z.int() })
/** How often a page is filled up where the index finds words that do not stand as they were typed. */
const ATTEMPTS = 5

/**
 * search.messages: what holds all of the query as it was typed, without case, accents and widths; best first, among equals
 * the newest. Words of one or two letters are found as whole words, longer ones inside of others too. A page can be shorter
 * than its limit and still have a next one. Blank queries find nothing. Deleted threads and redacted messages are never hits.
 *
 * @throws INVALID_INPUT for a cursor of another search
 */
export async function searchMessages(
  ctx: ServiceContext,
  input: z.output<typeof SearchMessagesInput>,
): Promise<z.infer<typeof SearchMessagesOutput>> {
  const { scope, scopePattern, query, agentName, limit, cursor, ...filter } = input
  const reach = requireReach(ctx.principal, { scope, scopePattern })
  const agents = agentsOf(ctx, agentName)
  const list = { list: 'search', reach, query, agents, filter }
  const match = searchMatch(query)
  let after: SearchPosition | null = readCursor(ctx.signer, { list, cursor, position: Position })
  if (match === null) return { items: [], nextCursor: null }
  return withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const items: SearchHit[] = []
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const found = await selectMessages(client, { reach, scopeId, match, filter, agents, after, limit: limit + 1 })
      for (const [index, row] of found.entries()) {
        if (index === limit) break
        after = positionOf(row)
        const hit = hitOf(row, match)
        if (hit) items.push(hit)
        const isMore = index + 1 < found.length
        if (items.length === limit) return { items, nextCursor: isMore ? signCursor(ctx.signer, list, after) : null }
      }
      if (found.length <= limit) return { items, nextCursor: null }
    }
    return { items, nextCursor: after && signCursor(ctx.signer, list, after) }
  })
}

/** The agents whose threads are looked through: the one that was named, within those that the key is bound to. */
function agentsOf({ principal }: ServiceContext, named: string | undefined): string[] | null {
  const bound = principal.kind === 'key' && principal.agents.length > 0 ? principal.agents : null
  if (named === undefined) return bound ? [...bound] : null
  return bound && !bound.includes(named) ? [] : [named]
}

function positionOf({ rank, createdAt, threadUid, seq }: FoundMessage): SearchPosition {
  return { rank, at: createdAt.toISOString(), uid: threadUid, seq }
}

/** Null where the words stand there, but not as they were typed. */
function hitOf(row: FoundMessage, { pieces }: SearchMatch): SearchHit | null {
  const text = searchableText(storedMessage(row.raw))
  const folded = foldText(text)
  if (!pieces.every((piece) => folded.includes(piece))) return null
  return {
    scope: { tenant: row.tenant, subject: row.subject },
    threadId: row.threadId,
    threadUid: row.threadUid,
    title: row.title,
    seq: row.seq,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    snippet: snippetOf(text, pieces),
    rank: row.rank,
  }
}
