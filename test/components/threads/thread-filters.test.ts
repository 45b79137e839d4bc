import { describe, expect, it } from 'vitest'
import { describeFilters, toListInput } from '../../../components/threads/thread-filters'
import type { ThreadFilterState } from '../../../components/threads/thread-search'
import { ListThreadsInput } from '../../../server/schemas/threads'

const none: ThreadFilterState = {
  q: '',
  agent: null,
  tenant: null,
  subject: null,
  active: null,
  created: null,
  tag: [],
  min: null,
  max: null,
  status: null,
  outcome: null,
  assignee: null,
  reviewer: null,
  signal: [],
}
const now = Date.parse('2026-11-30T12:00:00.000Z')

describe('what the threads screen asks for', () => {
  it('S2: asks for everything by name when no scope is chosen', () => {
    expect(toListInput(none, now)).toMatchObject({ scopePattern: { all: true } })
  })

  it('S2: a tenant alone is a pattern, with a subject an exact scope, also the empty one', () => {
    expect(toListInput({ ...none, tenant: 'acme' }, now)).toMatchObject({ scopePattern: { tenant: 'acme' } })
    expect(toListInput({ ...none, tenant: 'acme', subject: '' }, now)).toMatchObject({
      scope: { tenant: 'acme', subject: '' },
    })
    expect(toListInput({ ...none, tenant: 'acme', subject: 'a:b%/?&' }, now)).toMatchObject({
      scope: { tenant: 'acme', subject: 'a:b%/?&' },
    })
  })

  it('turns all filters into what the API takes', () => {
    const input = toListInput(
      {
        ...none,
        q: '  lamp ',
        agent: 'support',
        active: { last: '24h' },
        tag: [
          { key: 'topic', value: 'refund' },
          { key: 'vip', value: '' },
        ],
        min: 0,
        max: 4000,
      },
      now,
    )
    expect(input).toMatchObject({
      text: 'lamp',
      agentName: 'support',
      tags: { topic: 'refund', vip: '' },
      activeAfter: '2026-11-29T12:00:00.000Z',
      minTokens: 0,
      maxTokens: 4000,
    })
    expect(ListThreadsInput.safeParse(input).success).toBe(true)
  })

  it('says in words what is on, and nothing when the list is whole', () => {
    expect(describeFilters(none)).toEqual([])
    expect(
      describeFilters({ ...none, tenant: 'acme', subject: '', tag: [{ key: 'vip', value: '' }], min: 1000 }),
    ).toEqual([
      { label: 'scope', value: 'acme / no subject' },
      { label: 'tags', value: 'vip' },
      { label: 'tokens', value: '1,000 or more' },
    ])
  })
})
