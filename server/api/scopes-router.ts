import { ListScopesInput, ListScopesOutput } from '../schemas/scopes'
import { listScopes } from '../services/scopes/list-scopes'
import { procedure, router } from './procedure'

export const scopesRouter = router({
  list: procedure({ key: null, operator: 'view' })
    .input(ListScopesInput)
    .output(ListScopesOutput)
    .query(({ ctx, input }) => listScopes(ctx, input)),
})
