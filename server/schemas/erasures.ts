import { z } from 'zod'
import { boundedText, Cursor, PageSize, Timestamp } from './fields'
import { HoldView } from './holds'

const subject = { tenant: boundedText(64).min(1), subject: boundedText(512) }

/** The kind of its jobs. */
export const ERASURE = 'erasure'

/** What an erasure would remove, before anybody asks for it. */
export const ErasureImpactInput = z.strictObject(subject)
export const ErasureImpact = z.object({
  /** The trash included; forks stay within their subject and go with it. */
  threads: z.int(),
  inTrash: z.int(),
  forks: z.int(),
  /** By table, those with none left out. */
  places: z.array(z.object({ table: z.string(), rows: z.int() })),
  /** Lines of the audit log about it, which stay. */
  auditLines: z.int(),
  /** While one stands, nothing can be erased. */
  holds: z.array(HoldView),
})
export type ErasureImpact = z.infer<typeof ErasureImpact>

/** `confirm` is the subject's name once more; the tenant's for the scope without a subject. */
export const StartErasureInput = z.strictObject({ ...subject, confirm: z.string().max(1024) })

/** The result of an erasure's job. */
export const ErasureResult = z.object({ receipt: z.uuid(), threads: z.int(), rows: z.int() })
export type ErasureResult = z.infer<typeof ErasureResult>

export const ListReceiptsInput = z
  .strictObject({
    tenant: subject.tenant.optional(),
    /** With its tenant: the receipts of this subject, which none of them names. */
    subject: subject.subject.optional(),
    limit: PageSize.default(50),
    cursor: Cursor.optional(),
  })
  .refine(({ subject: named, tenant }) => named === undefined || tenant !== undefined, {
    message: 'A subject has a tenant.',
  })

export const ReceiptView = z.object({
  id: z.uuid(),
  tenant: z.string(),
  /** Keyed, over tenant and subject: only this installation can tell whose it is, and only by the name. */
  subjectHash: z.string(),
  requestedAt: Timestamp,
  erasedAt: Timestamp,
  erasedBy: z.string(),
  places: z.array(z.object({ table: z.string(), before: z.int(), after: z.int() })),
  /** Lines of the audit log that stay: ids, names of keys, and reasons that people gave; no content. */
  auditLines: z.int(),
  /** Keyed, over all of the above. */
  proof: z.string(),
  /** The proof fits what stands above. */
  isGenuine: z.boolean(),
})
export type ReceiptView = z.infer<typeof ReceiptView>
export const ListReceiptsOutput = z.object({ items: z.array(ReceiptView), nextCursor: z.string().nullable() })
