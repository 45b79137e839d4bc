import { timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { findKeyByHash, type StoredKey, saveKeyUses } from '../store/keys'
import { hashApiKey, isBrokenApiKey } from './api-key-format'
import type { Principal } from './principal'

export type KeyPrincipal = Extract<Principal, { kind: 'key' }>

export interface ApiKeys {
  /** Who sent this key; null for one that is unknown, broken, revoked or expired. */
  verify(key: string): Promise<KeyPrincipal | null>
  /** The same for a key that was valid on this process lately; null for others, so that a flood of them shuts none out. */
  verifyKnown(key: string): Promise<KeyPrincipal | null>
  /** Writes the times of last use and stops. */
  close(): Promise<void>
}

export interface ApiKeysOptions {
  pool: Pool
  log: Logger
  /** A key given from outside (LOCI_API_KEY): any text, even one that looks like ours with another checksum. */
  registered?: string | undefined
}

/** Look-ups live this long, in ms, counted from their start, so that a revoked key is refused within a second. */
const CACHE_MS = 900
const CACHE_SIZE = 10_000
const SAVE_USES_MS = 15_000

/**
 * Verifies keys by their hash. Callers that ask at the same time share one look-up, also a cold one.
 */
export function createApiKeys({ pool, log, registered }: ApiKeysOptions): ApiKeys {
  const lookups = new Map<string, { since: number; found: Promise<StoredKey | null> }>()
  const valid = new Set<string>()
  let uses = new Map<string, number>()

  async function saveUses(): Promise<void> {
    if (uses.size === 0) return
    const saving = uses
    uses = new Map()
    await saveKeyUses(pool, saving).catch((error: unknown) => {
      log.warn({ error }, 'keys: times of last use were not saved')
    })
  }
  const timer = setInterval(() => void saveUses(), SAVE_USES_MS)
  timer.unref()

  function lookUp(hash: Buffer, name: string): Promise<StoredKey | null> {
    const known = lookups.get(name)
    if (known && performance.now() - known.since < CACHE_MS) return known.found
    if (lookups.size >= CACHE_SIZE) lookups.clear()
    const found = findKeyByHash(pool, hash)
    const entry = { since: performance.now(), found }
    lookups.set(name, entry)
    found.catch(() => {
      if (lookups.get(name) === entry) lookups.delete(name)
    })
    return found
  }

  function remember(name: string, isValid: boolean): void {
    if (!isValid) valid.delete(name)
    else if (!valid.has(name)) {
      if (valid.size >= CACHE_SIZE) valid.clear()
      valid.add(name)
    }
  }

  async function verify(hash: Buffer, name: string): Promise<KeyPrincipal | null> {
    const stored = await lookUp(hash, name)
    const now = Date.now()
    const isValid = stored !== null && timingSafeEqual(stored.hash, hash) && isUsable(stored, now)
    remember(name, isValid)
    if (!isValid) return null
    uses.set(stored.id, now)
    const { id, reach, rights, agents } = stored
    return { kind: 'key', id, name: stored.name, reach, rights, agents }
  }

  return {
    async verify(key) {
      if (key !== registered && isBrokenApiKey(key)) return null
      const hash = hashApiKey(key)
      return verify(hash, hash.toString('base64'))
    },
    async verifyKnown(key) {
      const hash = hashApiKey(key)
      const name = hash.toString('base64')
      return valid.has(name) ? verify(hash, name) : null
    },
    async close() {
      clearInterval(timer)
      await saveUses()
    },
  }
}

function isUsable(key: StoredKey, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt.getTime() > now)
}
