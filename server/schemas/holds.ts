import { z } from 'zod'
import { boundedText, Timestamp } from './fields'

const Tenant = boundedText(64).min(1)
const Subject = boundedText(512)

/** A legal hold: what it covers is purged, erased and redacted by nobody until it is lifted. */
export const HoldView = z.object({
  id: z.uuid(),
  tenant: z.string(),
  /** Null: the whole tenant. */
  subject: z.string().nullable(),
  reason: z.string(),
  placedBy: z.string(),
  placedAt: Timestamp,
  liftedBy: z.string().nullable(),
  liftedAt: Timestamp.nullable(),
})
export type HoldView = z.infer<typeof HoldView>

/** Holds that one list shows: all that stand, and the newest of those that were lifted. */
export const HOLDS_SHOWN = 500

export const ListHoldsOutput = z.object({ items: z.array(HoldView) })

/** The holds that stand on a tenant, or on a subject and its tenant. */
export const StandingHoldsInput = z.strictObject({ tenant: Tenant, subject: Subject.optional() })

export const PlaceHoldInput = z.strictObject({
  tenant: Tenant,
  /** Without it the whole tenant. */
  subject: Subject.optional(),
  /** Such as the number of a case. */
  reason: boundedText(1024).trim().min(1),
})
export type PlaceHoldInput = z.input<typeof PlaceHoldInput>

export const LiftHoldInput = z.strictObject({ id: z.uuid() })
