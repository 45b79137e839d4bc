import type { AuditEventView } from '@/server/schemas/audit'
import { agentHref } from '../agents/agent-href'
import { scopeHref, threadHref } from '../data/scope-href'

/** Where one sees what a line was done to; undefined where it is gone or has no place. */
export function objectHref(event: Pick<AuditEventView, 'objectKind' | 'objectId' | 'isThere'>): string | undefined {
  const { objectKind, objectId, isThere } = event
  switch (objectKind) {
    case 'thread':
      return isThere ? threadHref(objectId) : undefined
    case 'message':
      return isThere ? messageHref(objectId) : undefined
    case 'agent':
      return agentHref(objectId)
    case 'app':
      return agentHref(null)
    case 'job':
      return `/jobs?${new URLSearchParams({ job: objectId })}`
    case 'tenant':
      return scopeHref({ tenant: objectId })
    case 'key':
      return '/keys'
    case 'operator':
    case 'account_link':
      return '/members'
    default:
      return undefined
  }
}

/** A message stands as its thread's uid and its place. */
function messageHref(objectId: string): string {
  const seq = /\d+$/.exec(objectId.slice(36))?.[0]
  return `${threadHref(objectId.slice(0, 36))}${seq ? `?message=${seq}` : ''}`
}
