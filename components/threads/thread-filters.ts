import type { ListThreadsInput } from '@/server/schemas/threads'
import { statusWords } from '../review/status-mark'
import { formatCount } from '../ui/number-format'
import { describeSignals } from './signal-words'
import { spellTag } from './tag-text'
import type { ThreadFilterState } from './thread-search'
import { boundsOf, describeTimeRange } from './time-range'

/** Where a list looks: one scope, a tenant with any subject, or everything (S2: asked for by name). */
function whereOf({ tenant, subject }: Pick<ThreadFilterState, 'tenant' | 'subject'>) {
  if (!tenant) return { scopePattern: { all: true as const } }
  return subject === null ? { scopePattern: { tenant } } : { scope: { tenant, subject } }
}

/** What the API is asked for; `now` in ms anchors presets such as "last 24 h". */
export function toListInput(filters: ThreadFilterState, now: number) {
  const active = filters.active ? boundsOf(filters.active, now) : {}
  const created = filters.created ? boundsOf(filters.created, now) : {}
  const text = filters.q.trim()
  return {
    ...whereOf(filters),
    agentName: filters.agent || undefined,
    text: text || undefined,
    tags: filters.tag.length > 0 ? Object.fromEntries(filters.tag.map(({ key, value }) => [key, value])) : undefined,
    activeAfter: active.after,
    activeBefore: active.before,
    createdAfter: created.after,
    createdBefore: created.before,
    minTokens: filters.min ?? undefined,
    maxTokens: filters.max ?? undefined,
    status: filters.status ?? undefined,
    outcome: filters.outcome ?? undefined,
    assignee: filters.assignee ?? undefined,
    reviewer: filters.reviewer || undefined,
    signals: filters.signal.length > 0 ? filters.signal : undefined,
  } satisfies ListThreadsInput
}

export function describeScope({ tenant, subject }: Pick<ThreadFilterState, 'tenant' | 'subject'>): string | undefined {
  if (!tenant) return undefined
  if (subject === null) return tenant
  return subject === '' ? `${tenant} / no subject` : `${tenant} / ${subject}`
}

export function describeTokens({ min, max }: Pick<ThreadFilterState, 'min' | 'max'>): string | undefined {
  if (min !== null && max !== null) return `${formatCount(min)} to ${formatCount(max)}`
  if (min !== null) return `${formatCount(min)} or more`
  return max === null ? undefined : `${formatCount(max)} or fewer`
}

export function describeTags({ tag }: Pick<ThreadFilterState, 'tag'>): string | undefined {
  return tag.length === 0 ? undefined : tag.map(({ key, value }) => spellTag(key, value)).join(', ')
}

/** A person is told by their name where the people are known; here it is only that there is one. */
export function describeAssignee(assignee: string | null): string | undefined {
  if (assignee === null) return undefined
  return assignee === 'none' ? 'nobody' : 'one person'
}

/** All filters that are on, in words; empty when the list is whole. */
export function describeFilters(filters: ThreadFilterState): { label: string; value: string }[] {
  const words: [label: string, value: string | undefined][] = [
    ['text', filters.q.trim() || undefined],
    ['agent', filters.agent || undefined],
    ['scope', describeScope(filters)],
    ['active', filters.active ? describeTimeRange(filters.active) : undefined],
    ['created', filters.created ? describeTimeRange(filters.created) : undefined],
    ['tags', describeTags(filters)],
    ['tokens', describeTokens(filters)],
    ['status', filters.status ? statusWords[filters.status].toLowerCase() : undefined],
    ['outcome', filters.outcome ?? undefined],
    ['assignee', describeAssignee(filters.assignee)],
    ['reviewed by', filters.reviewer || undefined],
    ['signals', describeSignals(filters.signal)],
  ]
  return words.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))
}
