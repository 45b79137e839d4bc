import type { SavedViewView, ThreadViewState } from '@/server/schemas/views'
import { knownColumns } from './column-layout'
import type { ThreadSearch } from './thread-search'
import { parseTimeRange, serializeTimeRange } from './time-range'

/** What a view keeps of the address: all but which view it is and what is looked at. */
type KeptSearch = Omit<ThreadSearch, 'view' | 'peek'>

/** The list as a view keeps it. */
export function toViewState(search: KeptSearch): ThreadViewState {
  const {
    q,
    agent,
    tenant,
    subject,
    active,
    created,
    tag,
    min,
    max,
    status,
    outcome,
    assignee,
    reviewer,
    signal,
    sort,
    cols,
  } = search
  return {
    ...(q.trim() ? { text: q.trim() } : {}),
    ...(agent ? { agentName: agent } : {}),
    ...(tenant ? { tenant } : {}),
    ...(tenant && subject !== null ? { subject } : {}),
    ...(active ? { active: serializeTimeRange(active) } : {}),
    ...(created ? { created: serializeTimeRange(created) } : {}),
    ...(tag.length > 0 ? { tags: tag.map(({ key, value }) => ({ key, value })) } : {}),
    ...(min === null ? {} : { minTokens: min }),
    ...(max === null ? {} : { maxTokens: max }),
    ...(status ? { status } : {}),
    ...(outcome ? { outcome } : {}),
    ...(assignee ? { assignee } : {}),
    ...(reviewer ? { reviewer } : {}),
    ...(signal.length > 0 ? { signals: signal } : {}),
    sort: { by: sort.by, order: sort.order },
    ...(cols ? { columns: cols.map(({ id, width }) => (width === undefined ? { id } : { id, width })) } : {}),
  }
}

/** The other way. What the list does not know any more, such as a column, is left out. */
export function fromViewState(state: ThreadViewState): KeptSearch {
  return {
    q: state.text ?? '',
    agent: state.agentName ?? null,
    tenant: state.tenant ?? null,
    subject: state.subject ?? null,
    active: state.active === undefined ? null : parseTimeRange(state.active),
    created: state.created === undefined ? null : parseTimeRange(state.created),
    tag: state.tags ?? [],
    min: state.minTokens ?? null,
    max: state.maxTokens ?? null,
    status: state.status ?? null,
    outcome: state.outcome ?? null,
    assignee: state.assignee ?? null,
    reviewer: state.reviewer ?? null,
    signal: state.signals ?? [],
    sort: state.sort ?? { by: 'lastMessageAt', order: 'desc' },
    cols: state.columns ? knownColumns(state.columns) : null,
  }
}

/** Whether the list shows something else than the view does. */
export function isChangedFrom(view: Pick<SavedViewView, 'state'>, search: KeptSearch): boolean {
  return JSON.stringify(toViewState(fromViewState(view.state))) !== JSON.stringify(toViewState(search))
}

/** The view that a list opens with: one's own default, else the shared one. */
export function defaultView<View extends Pick<SavedViewView, 'isDefault' | 'isShared'>>(
  views: readonly View[],
): View | undefined {
  const defaults = views.filter(({ isDefault }) => isDefault)
  return defaults.find(({ isShared }) => !isShared) ?? defaults[0]
}
