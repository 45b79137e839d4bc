import type { Principal } from '../auth/principal'
import { type Reach, reachOfPerson } from '../auth/reach'
import { LociError } from '../errors'

/** As far as this caller may see when it names nothing: what its key covers, or the tenants of a person. */
export function callerReach(principal: Principal): Reach {
  switch (principal.kind) {
    case 'key':
      return principal.reach
    case 'operator':
      return reachOfPerson(principal)
    case 'system':
      return { kind: 'all' }
    case 'anonymous':
      throw new LociError('UNAUTHENTICATED', 'Sign in, or send an API key.')
  }
}
