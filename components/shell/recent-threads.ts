const storageKey = 'loci-recent-threads'
const KEPT = 5

/** The uids of the threads that were opened in this tab, the last first. No title and no text is kept. */
export function recentThreads(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((uid) => typeof uid === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

export function noteRecentThread(uid: string): void {
  keep([uid, ...recentThreads().filter((other) => other !== uid)])
}

/** When somebody signs out. */
export function forgetRecentThreads(): void {
  keep([])
}

function keep(uids: readonly string[]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(uids.slice(0, KEPT)))
  } catch {
    // Storage can be refused (private windows): nothing is kept then.
  }
}
