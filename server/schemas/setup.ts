import { z } from 'zod'

/** First-run set-up: makes the first admin, once, with the one-time token that the start printed. */
export const SetupInput = z.strictObject({
  token: z.string().min(16).max(256),
  email: z.email().max(320),
  name: z.string().min(1).max(256),
  /** 10 to 256 characters. */
  password: z.string().min(10, { error: 'At least 10 characters.' }).max(256),
})
export type SetupInput = z.infer<typeof SetupInput>
export const SetupStateOutput = z.object({ isSetUp: z.boolean() })

export const OperatorRole = z.enum(['observer', 'reviewer', 'lead', 'developer', 'auditor', 'admin'])
export type OperatorRole = z.infer<typeof OperatorRole>

/**
 * What people may do: look at lists and figures (`view`), read what was said, have one conversation shown for a reason
 * (`reveal`), work on threads, act widely (fork, delete, import), set agents up, look at the audit log, run the installation.
 */
export const Permission = z.enum(['view', 'read', 'reveal', 'edit', 'act', 'configure', 'audit', 'manage'])
export type Permission = z.infer<typeof Permission>

export const ViewerOutput = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: OperatorRole,
  /** Those of the role: what a screen offers. The server asks again at each call. */
  permissions: z.array(Permission),
  /** All that the person sees; null is every tenant. */
  tenants: z.array(z.string()).nullable(),
})
export type Viewer = z.infer<typeof ViewerOutput>
