import type { KeyReach, KeyRight, KeyView } from '@/server/schemas/keys'

export interface ReachWords {
  title: string
  detail: string | null
}

/** What a key covers. */
export function describeReach(reach: KeyReach): ReachWords {
  switch (reach.kind) {
    case 'all':
      return { title: 'everything', detail: null }
    case 'tenant':
      return { title: reach.tenant, detail: 'any subject' }
    case 'scope':
      return { title: reach.tenant, detail: reach.subject === '' ? 'no subject' : reach.subject }
  }
}

export const rightHelp: Record<KeyRight, string> = {
  read: 'Read memory, threads and messages',
  write: 'Write memory; create, change and fork threads',
  delete: 'Delete and clear; what is deleted can be restored',
  admin: 'Set windows and make keys within its own reach',
}

/** Whether a key works at a time in ms, and why not. */
export function keyState(key: Pick<KeyView, 'revokedAt' | 'expiresAt'>, now: number): 'active' | 'revoked' | 'expired' {
  if (key.revokedAt !== null) return 'revoked'
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= now) return 'expired'
  return 'active'
}
