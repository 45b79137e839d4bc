import type { KeyView } from '../../schemas/keys'
import { listKeys as loadKeys } from '../../store/keys'
import type { ServiceContext } from '../context'
import { coversKey } from './key-cover'
import { toKeyView } from './key-view'

/** All keys that the caller could have made, newest first, revoked ones too. */
export async function listKeys(ctx: ServiceContext): Promise<{ items: KeyView[] }> {
  const keys = await loadKeys(ctx.database.pools.application)
  return { items: keys.filter((key) => coversKey(ctx.principal, key)).map(toKeyView) }
}
