import type { IncomingMessage } from 'node:http'
import type { ApiKeys, KeyPrincipal } from '../auth/api-keys'
import type { AttemptLimits } from '../auth/attempt-limits'
import { addressGroup } from '../auth/client-address'
import type { Operators } from '../auth/operators'
import type { Principal } from '../auth/principal'
import { LociError } from '../errors'
import { assertOrigin } from './same-origin'

export interface Authentication {
  apiKeys: ApiKeys
  operators: Operators
  limits: AttemptLimits
}

/**
 * Who sends a request: an agent by its key, a person by the session cookie, else nobody. A key that is sent decides: one
 * that is not valid never falls back to a cookie.
 *
 * @throws UNAUTHENTICATED, RATE_LIMITED, FORBIDDEN for a cookie's request that another site made
 */
export async function authenticate(
  request: IncomingMessage,
  { apiKeys, operators, limits }: Authentication,
): Promise<Principal> {
  const { authorization, cookie } = request.headers
  if (authorization !== undefined) {
    const key = /^Bearer +([\x21-\x7e]{1,1024})$/i.exec(authorization)?.[1]
    if (key === undefined) throw badKey()
    const address = addressGroup(request.socket.remoteAddress)
    const principal = (await apiKeys.verifyKnown(key)) ?? (await verifyUnknown(key, { address, apiKeys, limits }))
    await limits.beforeKeyCall(principal.id)
    return principal
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') assertOrigin(request)
  if (cookie === undefined) return { kind: 'anonymous' }
  return (await operators.find(cookie)) ?? { kind: 'anonymous' }
}

/** A key that was not valid lately: guesses from one address are slowed. */
async function verifyUnknown(
  key: string,
  { address, apiKeys, limits }: { address: string; apiKeys: ApiKeys; limits: AttemptLimits },
): Promise<KeyPrincipal> {
  const waitMs = await limits.badKeyWaitMs(address)
  if (waitMs > 0) {
    throw new LociError('RATE_LIMITED', 'Too many invalid keys from your address; wait a little.', {
      retryAfterMs: waitMs,
    })
  }
  const principal = await apiKeys.verify(key)
  if (principal) return principal
  await limits.noteBadKey(address)
  throw badKey()
}

function badKey(): LociError {
  return new LociError('UNAUTHENTICATED', 'This API key is not valid.')
}
