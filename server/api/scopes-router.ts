import { GetScopeInput, ListTenantsInput, ListTenantsOutput, ScopeDetails } from '../schemas/insights'
import { ListScopesInput, ListScopesOutput } from '../schemas/scopes'
import { getScope } from '../services/scopes/get-scope'
import { listScopes } from '../services/scopes/list-scopes'
import { listTenants } from '../services/scopes/list-tenants'
import { procedure, router } from './procedure'

const access = { key: null, operator: 'view' } as const

export const scopesRouter = router({
  list: procedure(access)
    .input(ListScopesInput)
    .output(ListScopesOutput)
    .query(({ ctx, input }) => listScopes(ctx, input)),
  tenants: procedure(access)
    .input(ListTenantsInput)
    .output(ListTenantsOutput)
    .query(({ ctx, input }) => listTenants(ctx, input)),
  get: procedure(access)
    .input(GetScopeInput)
    .output(ScopeDetails)
    .query(({ ctx, input }) => getScope(ctx, input)),
})
