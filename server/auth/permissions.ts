import { LociError } from '../errors'
import type { KeyRight } from '../schemas/keys'
import type { OperatorRole, Permission, Viewer } from '../schemas/setup'
import type { Principal } from './principal'

/** Read for each request, never kept in a session. */
export const PERMISSIONS: Record<OperatorRole, readonly Permission[]> = {
  observer: ['view', 'reveal'],
  reviewer: ['view', 'read', 'edit'],
  lead: ['view', 'read', 'edit', 'act'],
  developer: ['view', 'read', 'configure'],
  auditor: ['view', 'audit'],
  admin: ['view', 'read', 'edit', 'act', 'configure', 'audit', 'manage'],
}

/** Whether a caller is told what people and agents have said; keys are, as far as their rights go. */
export function mayRead(principal: Principal): boolean {
  return principal.kind !== 'operator' || PERMISSIONS[principal.role].includes('read')
}

/** What a person is told of themselves. */
export function viewerOf({ id, name, email, role, tenants }: Extract<Principal, { kind: 'operator' }>): Viewer {
  return { id, name, email, role, permissions: [...PERMISSIONS[role]], tenants: tenants && [...tenants] }
}

/**
 * Who may call a procedure: a key with this right, an operator with this permission; null means never. Public ones are
 * for people who are not signed in yet. Every procedure declares it, and a test refuses one that does not.
 *
 * Whoever may view and not read gets what was said withheld from the answer. `ifRevealed`: not of the one thread that the
 * input names by its uid, while it is revealed to them. Where people need `read`, the audit log tells which thread was opened;
 * `opensFound`: also those that the answer names.
 */
export type Access =
  | { isPublic: true }
  | { isPublic?: false; key: KeyRight | null; operator: Permission | null; ifRevealed?: true; opensFound?: true }

/** @throws UNAUTHENTICATED without a principal, FORBIDDEN where the right or permission is missing. */
export function assertAccess(principal: Principal, access: Access): void {
  if (access.isPublic) return
  switch (principal.kind) {
    case 'anonymous':
      throw new LociError('UNAUTHENTICATED', 'Sign in, or send an API key as "Authorization: Bearer loci_…".')
    case 'key':
      if (access.key === null || !principal.rights.includes(access.key)) {
        throw new LociError(
          'FORBIDDEN',
          access.key ? `This key lacks the right "${access.key}".` : 'Keys may not do this.',
        )
      }
      return
    case 'operator':
      if (access.operator === null || !PERMISSIONS[principal.role].includes(access.operator)) {
        throw new LociError('FORBIDDEN', `Your role (${principal.role}) does not allow this.`)
      }
      return
    case 'system':
      return
  }
}
