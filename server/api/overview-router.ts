import { ActivityInput, ActivityOutput, AttentionOutput } from '../schemas/insights'
import { OverviewOutput } from '../schemas/scopes'
import { getActivity } from '../services/insights/get-activity'
import { getAttention } from '../services/insights/get-attention'
import { getOverview } from '../services/scopes/get-overview'
import { procedure, router } from './procedure'

const access = { key: null, operator: 'view' } as const

export const overviewRouter = router({
  get: procedure(access)
    .output(OverviewOutput)
    .query(({ ctx }) => getOverview(ctx)),
  activity: procedure(access)
    .input(ActivityInput)
    .output(ActivityOutput)
    .query(({ ctx, input }) => getActivity(ctx, input)),
  attention: procedure(access)
    .output(AttentionOutput)
    .query(({ ctx }) => getAttention(ctx)),
})
