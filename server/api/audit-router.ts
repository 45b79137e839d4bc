import { CheckChainsInput, CheckChainsOutput, ListAuditInput, ListAuditOutput } from '../schemas/audit'
import { checkChains } from '../services/audit/check-chains'
import { listEvents } from '../services/audit/list-events'
import { procedure, router } from './procedure'

export const auditRouter = router({
  list: procedure({ key: null, operator: 'audit' })
    .input(ListAuditInput)
    .output(ListAuditOutput)
    .query(({ ctx, input }) => listEvents(ctx, input)),
  checkChains: procedure({ key: null, operator: 'audit' })
    .input(CheckChainsInput)
    .output(CheckChainsOutput)
    .query(({ ctx, input }) => checkChains(ctx, input)),
})
