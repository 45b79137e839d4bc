import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { saveSetupToken } from '../../store/installation'
import type { Services } from '../context'

/** A new one-time token for the set-up link, 192 bits; only its hash is kept, and the one before is void. */
export async function makeSetupToken({ database }: Pick<Services, 'database'>): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await saveSetupToken(database.pools.application, hashOf(token))
  return token
}

export function isSetupToken(token: string, stored: Buffer | null): boolean {
  const given = hashOf(token)
  return stored !== null && stored.length === given.length && timingSafeEqual(stored, given)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
