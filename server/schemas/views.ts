import { z } from 'zod'
import { boundedText, Timestamp } from './fields'
import { ReviewOutcome, ReviewStatus } from './review-facts'
import { SignalName, ThreadSort } from './threads'

/** Lists that views are of. */
export const ViewedList = z.enum(['threads'])

const Text = boundedText(1024)

/** A column that is shown, in its place; its width in px where somebody has chosen one. */
export const ViewColumn = z.strictObject({ id: boundedText(64).min(1), width: z.int().min(24).max(2000).optional() })
export type ViewColumn = z.infer<typeof ViewColumn>

/** How many views one person keeps, and how many are shared. */
export const VIEW_LIMIT = 200

/**
 * What a view keeps of a list: filters, order and columns. Times are presets that end now (`24h`) or whole days
 * (`2026-11-01..2026-11-30`); a tenant without a subject means any subject of it. Columns that are not named by it are not
 * shown; without `columns` the list has its own.
 */
export const ThreadViewState = z.strictObject({
  text: Text.optional(),
  agentName: Text.optional(),
  tenant: Text.optional(),
  subject: Text.optional(),
  active: boundedText(64).optional(),
  created: boundedText(64).optional(),
  tags: z
    .array(z.strictObject({ key: boundedText(128).min(1), value: Text }))
    .max(64)
    .optional(),
  minTokens: z.int().min(0).optional(),
  maxTokens: z.int().min(0).optional(),
  signals: z.array(SignalName).min(1).max(16).optional(),
  status: ReviewStatus.optional(),
  outcome: ReviewOutcome.optional(),
  assignee: boundedText(128).min(1).optional(),
  reviewer: boundedText(320).min(1).optional(),
  sort: ThreadSort.optional(),
  columns: z.array(ViewColumn).min(1).max(32).optional(),
})
export type ThreadViewState = z.infer<typeof ThreadViewState>

export const SavedViewView = z.object({
  id: z.uuid(),
  list: ViewedList,
  name: z.string(),
  isShared: z.boolean(),
  /** Among the shared, or among the person's own. */
  isDefault: z.boolean(),
  state: ThreadViewState,
  version: z.int(),
  /** Whether the caller made it. */
  isOwn: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type SavedViewView = z.infer<typeof SavedViewView>

const ViewName = boundedText(256).trim().min(1)

export const ListViewsInput = z.strictObject({ list: ViewedList.default('threads') })
/** The caller's own and the shared ones, by name. */
export const ListViewsOutput = z.object({ items: z.array(SavedViewView) })

export const SaveViewInput = z.strictObject({
  list: ViewedList.default('threads'),
  name: ViewName,
  isShared: z.boolean().default(false),
  isDefault: z.boolean().default(false),
  state: ThreadViewState,
})
export type SaveViewInput = z.input<typeof SaveViewInput>

/** `ifVersion` refuses to overwrite what somebody has saved meanwhile. */
export const UpdateViewInput = z.strictObject({
  id: z.uuid(),
  name: ViewName.optional(),
  isShared: z.boolean().optional(),
  isDefault: z.boolean().optional(),
  state: ThreadViewState.optional(),
  ifVersion: z.int().optional(),
})
export type UpdateViewInput = z.input<typeof UpdateViewInput>

export const DeleteViewInput = z.strictObject({ id: z.uuid() })
export const DeleteViewOutput = z.object({ deleted: z.union([z.literal(0), z.literal(1)]) })
