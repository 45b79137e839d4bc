import type { ThreadSort, ThreadView } from '@/server/schemas/threads'
import { formatCount } from '../ui/number-format'

/** What a list would show by now and does not, since nothing moves under the pointer. */
export interface ListNews {
  /** Threads that would stand among those that are shown. */
  readonly uids: ReadonlySet<string>
  /** What is shown would stand elsewhere, or not at all. */
  readonly isChanged: boolean
}

export const noNews: ListNews = { uids: new Set(), isChanged: false }

export interface LookAtList {
  /** What was looked for; null for the list's first page. */
  asked: readonly string[] | null
  /** Those of it that match. */
  found: readonly ThreadView[]
  /** What is shown, in its order, and whether there is more behind it. */
  shown: readonly ThreadView[]
  hasMore: boolean
  sort: ThreadSort
}

/** The news after a look; what is shown and found is for the caller to put in its place. */
export function newsAfter(news: ListNews, { asked, found, shown, hasMore, sort }: LookAtList): ListNews {
  const places = new Map(shown.map((thread, place) => [thread.uid, place]))
  const foundUids = new Set(found.map(({ uid }) => uid))
  const uids = new Set([...news.uids].filter((uid) => !places.has(uid)))
  let { isChanged } = news
  for (const uid of asked ?? []) {
    if (foundUids.has(uid)) continue
    uids.delete(uid)
    if (places.has(uid)) isChanged = true
  }
  for (const thread of found) {
    const place = places.get(thread.uid)
    const before = place === undefined ? undefined : shown[place]
    if (before === undefined) {
      if (!hasMore || isBefore(thread, shown.at(-1), sort)) uids.add(thread.uid)
    } else if (sortValue(before, sort) !== sortValue(thread, sort)) {
      const isStillFirst = place === 0 && isBefore(thread, shown[1], sort)
      if (!isStillFirst) isChanged = true
    }
  }
  return { uids, isChanged }
}

/** In a few words; null where the list is as it would be. */
export function describeNews({ uids, isChanged }: ListNews): string | null {
  if (uids.size > 0) return `${formatCount(uids.size)} new`
  return isChanged ? 'The list has changed' : null
}

function sortValue(thread: ThreadView, { by }: ThreadSort): string | number | null {
  return by === 'scope' ? `${thread.scope.tenant} ${thread.scope.subject}` : thread[by]
}

/** By figures and times, as the server orders; texts follow its own alphabet, so of them nothing is said. */
function isBefore(thread: ThreadView, other: ThreadView | undefined, sort: ThreadSort): boolean {
  if (other === undefined) return true
  const [left, right] = [sortValue(thread, sort), sortValue(other, sort)]
  if (left === null || right === null) return right === null && left !== null
  if (sort.by === 'title' || sort.by === 'agentName' || sort.by === 'scope') return false
  return sort.order === 'asc' ? left < right : left > right
}
