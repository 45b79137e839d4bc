import { PERMISSIONS } from '../../auth/permissions'
import type { Principal } from '../../auth/principal'
import { isLimited, seesTenant } from '../../auth/reach'
import { LociError } from '../../errors'
import { type SavedViewView, ThreadViewState, ViewedList } from '../../schemas/views'
import type { SavedViewRow } from '../../store/saved-views'

/** A person; keys and processes keep no views. */
export type Person = Extract<Principal, { kind: 'operator' }>

/** @throws FORBIDDEN for whoever is no person */
export function personOf(principal: Principal): Person {
  if (principal.kind !== 'operator') throw new LociError('FORBIDDEN', 'Views belong to people.')
  return principal
}

/** @throws FORBIDDEN for people who may not act for others, and who are limited to tenants: leads and admins keep the shared views */
export function assertMayShare(person: Person): void {
  if (isLimited(person)) {
    throw new LociError('FORBIDDEN', 'Shared views are for every tenant, and you see some of them only.')
  }
  if (!PERMISSIONS[person.role].includes('act')) {
    throw new LociError('FORBIDDEN', 'Shared views are kept by leads and admins. Save it as a view of your own.')
  }
}

/** Whether a person sees a view: their own, or a shared one that is of no tenant that they do not see. */
export function seesView(person: Person, row: Pick<SavedViewRow, 'createdBy' | 'state'>): boolean {
  const { tenant } = knownState(JSON.parse(row.state))
  return row.createdBy === person.id || tenant === undefined || seesTenant(person, tenant)
}

export function nameIsTaken(isShared: boolean): LociError {
  return new LociError(
    'CONFLICT',
    `${isShared ? 'A shared view' : 'A view of yours'} has this name: choose another one.`,
  )
}

/** A view as it is shown. What an older version wrote into its state and nobody knows any more is left out. */
export function viewSavedView(row: SavedViewRow, person: Person): SavedViewView {
  return {
    id: row.id,
    list: ViewedList.parse(row.list),
    name: row.name,
    isShared: row.isShared,
    isDefault: row.isDefault,
    state: knownState(JSON.parse(row.state)),
    version: row.version,
    isOwn: row.createdBy === person.id,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The fields of a stored state that still mean something, each by itself. */
function knownState(stored: unknown): ThreadViewState {
  if (typeof stored !== 'object' || stored === null) return {}
  const known = Object.entries(stored).filter(([name, value]) => ThreadViewState.safeParse({ [name]: value }).success)
  return ThreadViewState.parse(Object.fromEntries(known))
}
