import type { Principal } from '../../auth/principal'
import { LociError } from '../../errors'

export type Reviewer = Extract<Principal, { kind: 'operator' }>

/** @throws FORBIDDEN for whoever is no person: keys and processes review nothing */
export function reviewerOf(principal: Principal): Reviewer {
  if (principal.kind !== 'operator') throw new LociError('FORBIDDEN', 'Reviews are made by people.')
  return principal
}
