import { describe, expect, it } from 'vitest'
import { threadsHref } from '../../../components/data/scope-href'
import { signInHref } from '../../../components/data/sign-in-href'
import { parseTag, serializeTag } from '../../../components/threads/tag-text'
import { queueHref } from '../../../components/threads/thread-search'
import { boundsOf, describeTimeRange, parseTimeRange, serializeTimeRange } from '../../../components/threads/time-range'
import { fromViewState } from '../../../components/threads/view-state'

describe('state in the address', () => {
  it.each([
    ['topic', 'refund'],
    ['vip', ''],
    ['a:b', 'c:d'],
    ['100%', '%3A'],
    ['%3A', ':'],
    ['语言', '中文'],
  ])('a tag %s = %s comes back as it was', (key, value) => {
    expect(parseTag(serializeTag(key, value))).toEqual({ key, value })
  })

  it('text without a key is no tag', () => {
    expect(parseTag('')).toBeNull()
    expect(parseTag(':refund')).toBeNull()
  })

  it.each(['24h', '2026-11-01..2026-11-30', '2026-11-01..', '..2026-11-30'])('the time %s comes back', (text) => {
    const range = parseTimeRange(text)
    expect(range && serializeTimeRange(range)).toBe(text)
  })

  it.each(['', '..', '25h', '2026-13-01..', '2026-11-01', 'a..b', '2026-11-01..2026-11-02..'])(
    'the time %j is refused',
    (text) => {
      expect(parseTimeRange(text)).toBeNull()
    },
  )

  it('whole days end before the next day begins', () => {
    const { after, before } = boundsOf({ from: '2026-11-30', to: '2026-11-30' }, 0)
    expect(Date.parse(before ?? '') - Date.parse(after ?? '')).toBe(86_400_000)
    expect(describeTimeRange({ from: '2026-11-30', to: '2026-11-30' })).toBe('30 Nov 2026')
  })

  it('S4: any tenant and subject survives a link', () => {
    const scope = { tenant: 'a&b=c#d', subject: 'x/y?z=%3A:"' }
    const url = new URL(threadsHref(scope), 'http://localhost')
    expect(Object.fromEntries(url.searchParams)).toEqual(scope)
    expect(new URL(threadsHref({ tenant: 't', subject: '' }), url).searchParams.get('subject')).toBe('')
    expect(new URL(threadsHref({ tenant: 't' }), url).searchParams.has('subject')).toBe(false)
  })

  it('the sign-in leads back to where one was', () => {
    const url = new URL(signInHref('/threads?tenant=a%26b&q=x'), 'http://localhost')
    expect(url.searchParams.get('next')).toBe('/threads?tenant=a%26b&q=x')
  })

  it('the form of a queue begins with the filters of the list, and with nothing else of it', () => {
    const search = {
      ...fromViewState({ text: 'refund', tags: [{ key: 'a:b', value: 'c' }], status: 'open', signals: ['conflicts'] }),
      view: 'all',
      peek: 'a-thread',
    }
    const address = new URL(queueHref(search), 'http://desk')
    expect(address.pathname).toBe('/review')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      new: 'true',
      q: 'refund',
      tag: 'a%3Ab:c',
      status: 'open',
      signal: 'conflicts',
    })
  })
})
