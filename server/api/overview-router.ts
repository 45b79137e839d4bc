import { OverviewOutput } from '../schemas/scopes'
import { getOverview } from '../services/scopes/get-overview'
import { procedure, router } from './procedure'

export const overviewRouter = router({
  get: procedure({ key: null, operator: 'view' })
    .output(OverviewOutput)
    .query(({ ctx }) => getOverview(ctx)),
})
