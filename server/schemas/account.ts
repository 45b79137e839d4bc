import { z } from 'zod'
import { Timestamp } from './fields'
import { NewPassword, PersonName } from './members'

export const SessionView = z.object({
  id: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** The browser's own words; null where it sent none. */
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type SessionView = z.infer<typeof SessionView>

/** One's own sessions that are open, the newest first. */
export const ListSessionsOutput = z.object({ items: z.array(SessionView) })
/** One of them, or all but the one that asks. */
export const EndSessionsInput = z.union([
  z.strictObject({ id: z.string().min(1).max(64) }),
  z.strictObject({ others: z.literal(true) }),
])
export const EndSessionsOutput = z.object({ ended: z.int() })

export const RenameInput = z.strictObject({ name: PersonName })
export const RenameOutput = z.object({ name: z.string() })

export const ChangePasswordInput = z.strictObject({
  current: z.string().min(1).max(1024),
  /** 10 to 256 characters. */
  password: NewPassword,
})
export type ChangePasswordInput = z.output<typeof ChangePasswordInput>
/** The other sessions that it ended. */
export const ChangePasswordOutput = z.object({ ended: z.int() })
