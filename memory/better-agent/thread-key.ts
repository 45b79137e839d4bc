import type { ThreadPlace } from './thread-store'

const PREFIX = 'loci|'

/**
 * A thread's id in a storage that knows no scopes: different for any two places. Without a scope it is the thread's own
 * id, as Better Agent keeps it; the scope stands escaped, so that no id can be written that reads as another's.
 */
export function threadKey({ scope, threadId }: ThreadPlace): string {
  if (scope !== undefined) return `${PREFIX}${scope.replaceAll('%', '%25').replaceAll('|', '%7C')}|${threadId}`
  return threadId.startsWith(PREFIX) ? `${PREFIX}|${threadId}` : threadId
}

/** The place that `threadKey` made a key of. */
export function placeOfKey(key: string): ThreadPlace {
  const end = key.startsWith(PREFIX) ? key.indexOf('|', PREFIX.length) : -1
  if (end === -1) return { scope: undefined, threadId: key }
  const scope = key.slice(PREFIX.length, end).replaceAll('%7C', '|').replaceAll('%25', '%')
  return { scope: scope === '' ? undefined : scope, threadId: key.slice(end + 1) }
}
