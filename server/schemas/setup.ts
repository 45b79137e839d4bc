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
export const ViewerOutput = z.object({ id: z.string(), name: z.string(), email: z.string(), role: OperatorRole })
export type Viewer = z.infer<typeof ViewerOutput>
