import { z } from 'zod'
import { AgentName, ThreadId } from '../../memory/scope-schema'
import { Cursor, PageSize, ScopeOrPattern, ScopeView, Tags, Timestamp } from './fields'

/** Characters of a search. */
export const SEARCH_LIMIT = 256

export const SearchMessagesInput = z.strictObject({
  ...ScopeOrPattern,
  /** Plain text: no character of it is an operator. Blank finds nothing. */
  query: z.string().refine((value) => [...value].length <= SEARCH_LIMIT, { message: 'At most 256 characters.' }),
  /** The agent that the thread belongs to. */
  agentName: AgentName.optional(),
  threadId: ThreadId.optional(),
  role: z.enum(['user', 'assistant', 'tool']).optional(),
  /** Each pair must stand among the tags of the thread or of the write that the message came with. */
  tags: Tags.optional(),
  /** When the message was stored: from, inclusive, and up to, exclusive. */
  createdAfter: Timestamp.optional(),
  createdBefore: Timestamp.optional(),
  cursor: Cursor.optional(),
  limit: PageSize.default(20),
})
export type SearchMessagesInput = z.input<typeof SearchMessagesInput>

export const SearchHit = z.object({
  scope: ScopeView,
  threadId: z.string(),
  threadUid: z.uuid(),
  title: z.string().nullable(),
  seq: z.int(),
  role: z.string(),
  createdAt: Timestamp,
  snippet: z.object({
    /** One line of plain text around the first match, at most some 200 characters; never markup. */
    text: z.string(),
    /** What matched: UTF-16 offsets in `text`, [start, end), in order, apart from one another. */
    marks: z.array(z.tuple([z.int(), z.int()])),
  }),
  /** Greater is better; 0 where only parts of words match. Comparable within one search alone. */
  rank: z.number(),
})
export type SearchHit = z.infer<typeof SearchHit>

/** Best first; among equals the newest. */
export const SearchMessagesOutput = z.object({ items: z.array(SearchHit), nextCursor: z.string().nullable() })
