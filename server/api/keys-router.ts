import { CreateKeyInput, CreateKeyOutput, KeyView, ListKeysOutput, RevokeKeyInput } from '../schemas/keys'
import { createKey } from '../services/keys/create-key'
import { listKeys } from '../services/keys/list-keys'
import { revokeKey } from '../services/keys/revoke-key'
import { procedure, router } from './procedure'

export const keysRouter = router({
  create: procedure({ key: 'admin', operator: 'configure' })
    .input(CreateKeyInput)
    .output(CreateKeyOutput)
    .mutation(({ ctx, input }) => createKey(ctx, input)),
  list: procedure({ key: 'admin', operator: 'configure' })
    .output(ListKeysOutput)
    .query(({ ctx }) => listKeys(ctx)),
  revoke: procedure({ key: 'admin', operator: 'configure' })
    .input(RevokeKeyInput)
    .output(KeyView)
    .mutation(({ ctx, input }) => revokeKey(ctx, input)),
})
