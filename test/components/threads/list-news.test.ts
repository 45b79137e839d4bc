import { describe, expect, it } from 'vitest'
import { describeNews, newsAfter, noNews } from '../../../components/threads/list-news'
import type { ThreadSort, ThreadView } from '../../../server/schemas/threads'

const newestFirst: ThreadSort = { by: 'lastMessageAt', order: 'desc' }

/** Of a thread only what orders it is looked at here. */
function thread(uid: string, minute: number, more: Partial<ThreadView> = {}): ThreadView {
  const lastMessageAt = `2026-12-01T10:${String(minute).padStart(2, '0')}:00.000Z`
  const facts: Partial<ThreadView> = { uid, lastMessageAt, scope: { tenant: 't', subject: '' }, title: null, ...more }
  return facts as ThreadView // the rest of a thread orders nothing
}

const shown = [thread('c', 30), thread('b', 20), thread('a', 10)]
const look = { asked: null, shown, hasMore: true, sort: newestFirst }
const uidsOf = (news: { uids: ReadonlySet<string> }) => [...news.uids].sort()

describe('what a list is told of changes', () => {
  it('counts a thread that would stand among those that are shown, once', () => {
    const first = newsAfter(noNews, { ...look, asked: ['d'], found: [thread('d', 40)] })
    const second = newsAfter(first, { ...look, asked: ['d', 'e'], found: [thread('d', 41), thread('e', 42)] })
    expect(uidsOf(second)).toEqual(['d', 'e'])
    expect(describeNews(second)).toBe('2 new')
  })

  it('says nothing of one that would stand behind what is shown, unless nothing more is there', () => {
    const found = [thread('z', 1)]
    expect(describeNews(newsAfter(noNews, { ...look, asked: ['z'], found }))).toBeNull()
    expect(describeNews(newsAfter(noNews, { ...look, asked: ['z'], found, hasMore: false }))).toBe('1 new')
  })

  it('knows a row that changed in its place from one that would move', () => {
    const title = thread('b', 20, { title: 'new' })
    expect(describeNews(newsAfter(noNews, { ...look, asked: ['b'], found: [title] }))).toBeNull()
    const first = newsAfter(noNews, { ...look, asked: ['c'], found: [thread('c', 50)] })
    expect(describeNews(first)).toBeNull()
    const moved = newsAfter(noNews, { ...look, asked: ['a'], found: [thread('a', 50)] })
    expect(describeNews(moved)).toBe('The list has changed')
  })

  it('forgets what matches no more, and what is shown by now; a shown row that matches no more stays', () => {
    const waiting = newsAfter(noNews, { ...look, asked: ['d', 'e'], found: [thread('d', 40), thread('e', 41)] })
    const left = newsAfter(waiting, { ...look, asked: ['d'], found: [] })
    expect(uidsOf(left)).toEqual(['e'])
    expect(uidsOf(newsAfter(left, { ...look, shown: [thread('e', 41), ...shown], asked: [], found: [] }))).toEqual([])
    expect(newsAfter(noNews, { ...look, asked: ['b'], found: [] })).toEqual({ uids: new Set(), isChanged: true })
  })

  it('says of texts only what is sure', () => {
    const sort: ThreadSort = { by: 'title', order: 'asc' }
    const named = [thread('a', 1, { title: 'a' }), thread('b', 1, { title: 'b' })]
    const found = [thread('c', 1, { title: 'aa' })]
    expect(describeNews(newsAfter(noNews, { ...look, sort, shown: named, asked: ['c'], found }))).toBeNull()
  })
})
