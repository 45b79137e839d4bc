import type { KeyView } from '../../schemas/keys'
import type { StoredKey } from '../../store/keys'

/** A key as it is shown: without its hash. */
export function toKeyView(key: StoredKey): KeyView {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    reach: key.reach,
    rights: key.rights,
    agents: key.agents,
    createdBy: key.createdBy,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  }
}
