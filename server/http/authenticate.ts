import type { IncomingMessage } from 'node:http'
import type { ApiKeys } from '../auth/api-keys'
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
    const waitMs = await limits.badKeyWaitMs(address)
    if (waitMs > 0 && !apiKeys.wasValid(key)) {
      throw new LociError('RATE_LIMITED', 'Too many invalid keys from your address; wait a little.', {
        retryAfterMs: waitMs,
      })
    }
    const principal = await apiKeys.verify(key)
    if (principal) return principal
    await limits.noteBadKey(address)
    throw badKey()
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') assertOrigin(request)
  if (cookie === undefined) return { kind: 'anonymous' }
  return (await operators.find(cookie)) ?? { kind: 'anonymous' }
}

function badKey(): LociError {
  return new LociError('UNAUTHENTICATED', 'This API key is not valid.')
}
