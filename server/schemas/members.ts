import { z } from 'zod'
import { boundedText, Timestamp } from './fields'
import { OperatorRole } from './setup'

/** Name, address and password of one's own, as everywhere that somebody enters them. */
export const PersonName = z.string().trim().min(1).max(256)
const Email = z.email().max(320)
/** What a link opens with; it stands in the address behind `#`, which browsers send to nobody. */
const LinkToken = z.string().min(16).max(256)
export const NewPassword = z.string().min(10, { error: 'At least 10 characters.' }).max(256)

/** The tenants that somebody sees; null is every one. */
const Tenants = z.array(boundedText(64).min(1)).min(1).max(1_000).nullable()

export const MemberView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: OperatorRole,
  tenants: z.array(z.string()).nullable(),
  createdAt: Timestamp,
  /** Since when they may not sign in. */
  disabledAt: Timestamp.nullable(),
  /** When one of their sessions was used last, to a day; null: none is open. */
  lastSeenAt: Timestamp.nullable(),
})
export type MemberView = z.infer<typeof MemberView>

/** A link that nobody has used yet. */
export const LinkView = z.object({
  id: z.uuid(),
  kind: z.enum(['invitation', 'reset']),
  email: z.string(),
  /** Of an invitation. */
  role: OperatorRole.nullable(),
  tenants: z.array(z.string()).nullable(),
  createdBy: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type LinkView = z.infer<typeof LinkView>

/** By name; links, the newest first. */
export const ListMembersOutput = z.object({ items: z.array(MemberView), links: z.array(LinkView) })

export const InviteMemberInput = z.strictObject({ email: Email, role: OperatorRole, tenants: Tenants.default(null) })
export type InviteMemberInput = z.output<typeof InviteMemberInput>

/** The only time the token is shown. */
export const MadeLinkOutput = z.object({ token: z.string(), link: LinkView })

export const OneMemberInput = z.strictObject({ id: z.string().min(1).max(64) })

/** What is not named stays. */
export const UpdateMemberInput = z.strictObject({
  id: z.string().min(1).max(64),
  role: OperatorRole.optional(),
  tenants: Tenants.optional(),
  /** True ends all sessions at once. */
  isDisabled: z.boolean().optional(),
})
export type UpdateMemberInput = z.output<typeof UpdateMemberInput>

export const WithdrawLinkInput = z.strictObject({ id: z.uuid() })
export const WithdrawLinkOutput = z.object({ id: z.uuid() })

export const OpenLinkInput = z.strictObject({ token: LinkToken })
export const OpenLinkOutput = z.object({
  kind: z.enum(['invitation', 'reset']),
  email: z.string(),
  expiresAt: Timestamp,
})

export const AcceptLinkInput = z.strictObject({
  token: LinkToken,
  /** Of an invitation: what colleagues call them. */
  name: PersonName.optional(),
  /** 10 to 256 characters. */
  password: NewPassword,
})
export type AcceptLinkInput = z.output<typeof AcceptLinkInput>
export const AcceptLinkOutput = z.object({ email: z.string() })
