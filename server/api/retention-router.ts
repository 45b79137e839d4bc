import {
  ListRetentionOutput,
  RemoveRetentionInput,
  RemoveRetentionOutput,
  RetentionPreview,
  RetentionRule,
  RetentionRuleView,
} from '../schemas/retention'
import { listRetention, previewRetention, removeRetention, saveRetention } from '../services/retention/rules'
import { procedure, router } from './procedure'

/** How long threads live holds for the whole installation. */
const access = { key: null, operator: 'manage' } as const

export const retentionRouter = router({
  list: procedure(access)
    .output(ListRetentionOutput)
    .query(({ ctx }) => listRetention(ctx)),
  preview: procedure(access)
    .input(RetentionRule)
    .output(RetentionPreview)
    .query(({ ctx, input }) => previewRetention(ctx, input)),
  save: procedure(access)
    .input(RetentionRule)
    .output(RetentionRuleView)
    .mutation(({ ctx, input }) => saveRetention(ctx, input)),
  remove: procedure(access)
    .input(RemoveRetentionInput)
    .output(RemoveRetentionOutput)
    .mutation(({ ctx, input }) => removeRetention(ctx, input)),
})
