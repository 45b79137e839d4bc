import { z } from 'zod'
import { boundedText, Cursor, JsonValue, PageSize, Timestamp } from './fields'

export const AuditOutcome = z.enum(['done', 'refused'])

/** Which lines of the audit log; all that is named has to hold. */
export const AuditFilters = z.strictObject({
  /** From this moment on. */
  after: Timestamp.optional(),
  /** Before this moment. */
  before: Timestamp.optional(),
  /** An id, the e-mail address of a person, or the name of a key. */
  actor: boundedText(512).min(1).optional(),
  /** Such as `threads.delete`. */
  action: z.string().min(1).max(64).optional(),
  /** '' is what belongs to the installation. */
  tenant: boundedText(512).optional(),
  /** The id of what it was done to. */
  object: boundedText(512).min(1).optional(),
  outcome: AuditOutcome.optional(),
})
export type AuditFilters = z.infer<typeof AuditFilters>

export const ListAuditInput = AuditFilters.extend({ limit: PageSize.default(50), cursor: Cursor.optional() })

/** One line: who did what to what. Never content, titles or secrets. */
export const AuditEventView = z.object({
  /** '' is what belongs to the installation. */
  tenant: z.string(),
  /** Its place in the chain of its tenant, from 1. */
  number: z.int(),
  at: Timestamp,
  actorKind: z.enum(['operator', 'key', 'system', 'anonymous']),
  actorId: z.string(),
  /** A person's name or a key's, while there is one. */
  actorName: z.string().nullable(),
  /** Of a person. */
  actorEmail: z.string().nullable(),
  action: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  /** The name of a person, a key, a view or a queue, while there is one. */
  objectName: z.string().nullable(),
  /** Whether it is a thread that one can go to. */
  isThere: z.boolean(),
  outcome: AuditOutcome,
  /** Before and after of settings among them. */
  details: z.record(z.string(), JsonValue),
  requestId: z.string().nullable(),
})
export type AuditEventView = z.infer<typeof AuditEventView>

export const ListAuditOutput = z.object({ items: z.array(AuditEventView), nextCursor: z.string().nullable() })

/** Without a tenant the chains of all tenants that the caller sees. */
export const CheckChainsInput = z.strictObject({ tenant: boundedText(512).optional() })

export const CheckChainsOutput = z.object({
  /** How many tenants have lines, the installation's own among them. */
  chains: z.int(),
  events: z.int(),
  /** The first number of each chain that is not as it was written, or is gone; at most 100 chains. */
  broken: z.array(z.object({ tenant: z.string(), number: z.int() })),
})
export type CheckChainsOutput = z.infer<typeof CheckChainsOutput>
