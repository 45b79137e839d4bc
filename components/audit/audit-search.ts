import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs'
import { AuditOutcome } from '@/server/schemas/audit'
import { parseAsTimeRange } from '../threads/thread-search'
import { boundsOf, describeTimeRange } from '../threads/time-range'
import { deedWords, tenantWords } from './audit-words'

/** The state of the screen, as it stands in the address. An empty tenant is the installation. */
export const auditParsers = {
  when: parseAsTimeRange,
  actor: parseAsString,
  action: parseAsString,
  tenant: parseAsString,
  object: parseAsString,
  outcome: parseAsStringLiteral(AuditOutcome.options),
  event: parseAsString,
}

export type AuditSearch = inferParserType<typeof auditParsers>

/** Takes all filters out of an address. */
export const noAuditFilters = { when: null, actor: null, action: null, tenant: null, object: null, outcome: null }

/** What the list is asked for; `now` in ms. */
export function auditFilters({ when, actor, action, tenant, object, outcome }: AuditSearch, now: number) {
  return {
    ...(when ? boundsOf(when, now) : {}),
    actor: actor || undefined,
    action: action || undefined,
    tenant: tenant ?? undefined,
    object: object || undefined,
    outcome: outcome ?? undefined,
  }
}

/** The filters that are on, in words. */
export function describeAuditFilters(search: AuditSearch): { label: string; value: string }[] {
  const { when, actor, action, tenant, object, outcome } = search
  return [
    { label: 'time', value: when ? describeTimeRange(when) : null },
    { label: 'who', value: actor },
    { label: 'action', value: action ? deedWords(action).replace(/,$/, '') : null },
    { label: 'tenant', value: tenant === null ? null : tenantWords(tenant) },
    { label: 'object', value: object },
    { label: 'outcome', value: outcome },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []))
}
