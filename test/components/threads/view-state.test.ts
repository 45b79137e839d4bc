import { describe, expect, it } from 'vitest'
import type { ThreadSearch } from '../../../components/threads/thread-search'
import { defaultView, fromViewState, isChangedFrom, toViewState } from '../../../components/threads/view-state'
import { ThreadViewState } from '../../../server/schemas/views'

const search: ThreadSearch = {
  q: 'refund',
  agent: 'support',
  tenant: 'acme',
  subject: '',
  active: { last: '7d' },
  created: { from: '2026-11-01' },
  tag: [{ key: 'topic', value: 'refund' }],
  min: 10,
  max: null,
  status: 'reviewed',
  outcome: 'fail',
  assignee: 'none',
  reviewer: 'ana@example.com',
  signal: ['unanswered'],
  sort: { by: 'tokenCount', order: 'asc' },
  cols: [{ id: 'title' }, { id: 'tokenCount', width: 200 }],
  view: 'v',
  peek: 'p',
}
const { view: _view, peek: _peek, ...kept } = search

describe('a view of the threads list', () => {
  it('keeps all of filters, order and columns, as the server takes it', () => {
    const state = toViewState(search)
    expect(ThreadViewState.parse(state)).toEqual(state)
    expect(fromViewState(state)).toEqual(kept)
  })

  it('of the whole list comes back as the whole list', () => {
    const whole = fromViewState({})
    expect(fromViewState(toViewState(whole))).toEqual(whole)
  })

  it.each<Partial<ThreadSearch>>([
    { q: '' },
    { agent: 'other' },
    { subject: null },
    { active: null },
    { tag: [] },
    { max: 0 },
    { reviewer: null },
    { sort: { by: 'tokenCount', order: 'desc' } },
    { cols: null },
    { cols: [{ id: 'title' }, { id: 'tokenCount', width: 201 }] },
  ])('is changed by %j', (change) => {
    const view = { state: toViewState(search) }
    expect(isChangedFrom(view, search)).toBe(false)
    expect(isChangedFrom(view, { ...search, ...change })).toBe(true)
  })

  it('is not changed by what is looked at, nor by a column that is gone', () => {
    const state = toViewState(search)
    const looking: ThreadSearch = { ...search, peek: 'another' }
    const view = { state: { ...state, columns: [...(state.columns ?? []), { id: 'mood' }] } }
    expect(isChangedFrom(view, looking)).toBe(false)
  })

  it('opens the list when it is the default, one’s own before the shared', () => {
    const shared = { isShared: true, isDefault: true }
    const own = { isShared: false, isDefault: true }
    expect(defaultView([{ isShared: false, isDefault: false }, shared])).toBe(shared)
    expect(defaultView([shared, own])).toBe(own)
    expect(defaultView([{ isShared: false, isDefault: false }])).toBeUndefined()
  })
})
