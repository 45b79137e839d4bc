import { z } from 'zod'
import { AgentName } from '../../memory/scope-schema'
import { boundedText, Cursor, PageSize, ScopeView, Timestamp } from './fields'
import { SignalName } from './threads'

/** Figures of what happened; tokens are those of what was stored, writes those that stored something. */
const figures = { threads: z.int(), messages: z.int(), tokens: z.int(), reads: z.int(), writes: z.int() }
export const Figures = z.object(figures)
export type Figures = z.infer<typeof Figures>

/** A count that stops at a cap and says so. */
const CappedCount = z.object({ count: z.int(), capped: z.boolean() })

const Tenant = boundedText(64).min(1)
const Subject = boundedText(512)

/** The longest time that activity is asked for, in ms. */
export const LONGEST_RANGE_MS = 400 * 86_400_000

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** What happened from a time on, up to and not including another, of everything, a tenant or a subject of it. */
export const ActivityInput = z
  .strictObject({
    tenant: Tenant.optional(),
    subject: Subject.optional(),
    agentName: AgentName.optional(),
    from: Timestamp,
    to: Timestamp,
    step: z.enum(['hour', 'day']),
    /** Where days begin. */
    timeZone: z.string().max(64).refine(isTimeZone, { message: 'An IANA time zone, such as Europe/Berlin.' }),
  })
  .refine(({ subject, tenant }) => subject === undefined || tenant !== undefined, {
    message: 'A subject has a tenant.',
  })
  .refine(({ from, to }) => from < to && Date.parse(to) - Date.parse(from) <= LONGEST_RANGE_MS, {
    message: 'From before to, at most 400 days.',
  })

/** Steps without anything are left out. `agentName`: '' for none, null for all but the busiest together. */
export const ActivityOutput = z.object({
  items: z.array(z.object({ start: Timestamp, agentName: z.string().nullable(), ...figures })),
  /** The same time before. */
  before: Figures,
  /** The busiest tenants, or subjects of the tenant. */
  places: z.array(z.object({ tenant: z.string(), subject: z.string().nullable(), ...figures })),
})
export type ActivityOutput = z.infer<typeof ActivityOutput>

export const ThreadBrief = z.object({
  uid: z.uuid(),
  threadId: z.string(),
  title: z.string().nullable(),
  firstLine: z.string().nullable(),
  isWithheld: z.literal(true).optional(),
  scope: ScopeView,
  agentName: z.string().nullable(),
  messageCount: z.int(),
  tokenCount: z.int(),
  lastMessageAt: Timestamp.nullable(),
})
export type ThreadBrief = z.infer<typeof ThreadBrief>

const SignalCount = z.object({ signal: SignalName, threads: z.int(), capped: z.boolean() })
export type SignalCount = z.infer<typeof SignalCount>

/** How things stand now. */
export const AttentionOutput = z.object({
  signals: z.array(SignalCount),
  /** Of the last seven days. */
  failedJobs: CappedCount,
  /** Threads whose summary could not be made. */
  failedSummaries: CappedCount,
  largest: z.array(ThreadBrief),
  /** Living threads in which nothing has happened for the longest time. */
  stalest: z.array(ThreadBrief),
  /** Of the open threads that hold a message the one that has waited longest since its last. */
  oldestUnreviewed: ThreadBrief.nullable(),
})
export type AttentionOutput = z.infer<typeof AttentionOutput>

export const ListTenantsInput = z.strictObject({
  /** Part of the tenant or of one of its subjects, without case. */
  text: boundedText(256).optional(),
  limit: PageSize.default(50),
  cursor: Cursor.optional(),
})

const totals = { threads: z.int(), messages: z.int(), tokens: z.int(), lastMessageAt: Timestamp.nullable() }
export const TenantSummary = z.object({ tenant: z.string(), subjects: z.int(), ...totals })
export type TenantSummary = z.infer<typeof TenantSummary>
export const ListTenantsOutput = z.object({ items: z.array(TenantSummary), nextCursor: z.string().nullable() })

export const GetScopeInput = z.strictObject({ tenant: Tenant, subject: Subject.optional() })

/** Everything about one tenant, or one subject of it. */
export const ScopeDetails = z.object({
  tenant: z.string(),
  /** Null for the tenant as a whole. */
  subject: z.string().nullable(),
  /** Those with living threads. */
  subjects: z.int(),
  ...totals,
  trash: CappedCount,
  signals: z.array(SignalCount),
  /** By what they stored, ever; '' for writes without an agent. */
  agents: z.array(z.object({ agentName: z.string(), ...figures })),
  largest: z.array(ThreadBrief),
})
export type ScopeDetails = z.infer<typeof ScopeDetails>
