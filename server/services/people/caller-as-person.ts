import type { Principal } from '../../auth/principal'
import { LociError } from '../../errors'
import type { PersonView } from '../../schemas/people'
import type { PersonRow } from '../../store/people'

export type Person = Extract<Principal, { kind: 'operator' }>

/** @throws FORBIDDEN for whoever is no person: keys and processes write no notes and have no inbox */
export function callerAsPerson(principal: Principal): Person {
  if (principal.kind !== 'operator') throw new LociError('FORBIDDEN', 'Notes and inboxes belong to people.')
  return principal
}

/** A person of an id; one whom nobody knows any more is shown as such. */
export function viewPerson(id: string, people: ReadonlyMap<string, PersonRow>): PersonView {
  return people.get(id) ?? { id, name: 'Somebody who has left', email: '' }
}
