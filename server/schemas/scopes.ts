import { z } from 'zod'
import { boundedText, Cursor, PageSize, ScopeView, Timestamp } from './fields'

/** Scopes for people: who has threads, how many, and when something last happened there. */
export const ListScopesInput = z.strictObject({
  text: boundedText(256).optional(),
  tenant: boundedText(64).optional(),
  limit: PageSize.default(100),
  cursor: Cursor.optional(),
})
export type ListScopesInput = z.input<typeof ListScopesInput>

export const ScopeSummary = z.object({
  scope: ScopeView,
  threads: z.int(),
  messages: z.int(),
  tokens: z.int(),
  lastMessageAt: Timestamp.nullable(),
})
export type ScopeSummary = z.infer<typeof ScopeSummary>
export const ListScopesOutput = z.object({ items: z.array(ScopeSummary), nextCursor: z.string().nullable() })

/** The figures beside the places in the rail; capped counts say so. */
export const OverviewOutput = z.object({
  threads: z.object({ count: z.int(), capped: z.boolean() }),
  scopes: z.object({ count: z.int(), capped: z.boolean() }),
  agents: z.int(),
  trash: z.object({ count: z.int(), capped: z.boolean() }),
  hasSamples: z.boolean(),
  hasKeys: z.boolean(),
})
