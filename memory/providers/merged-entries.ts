import type { MemoryEntry } from '../contract'
import type { ModelMessage } from '../message'
import { idOf } from './incoming'

/**
 * The entries of several memories as one list, session by session, oldest first; each message once, with the first memory
 * that has it. `placeOf` gives a message's place in its session, where it is known.
 */
export function mergeEntries<TMessage extends object>(
  lists: readonly (readonly MemoryEntry<TMessage>[])[],
  placeOf: (sessionId: string, id: string) => number | undefined,
): MemoryEntry<TMessage>[] {
  const bySession = new Map<string, { seen: Set<string>; entries: MemoryEntry<TMessage>[] }>()
  for (const entry of lists.flat()) {
    const session = bySession.get(entry.sessionId) ?? { seen: new Set(), entries: [] }
    bySession.set(entry.sessionId, session)
    const messages = entry.messages.filter((message) => {
      const id = idOfAny(message)
      return id === undefined || !session.seen.has(id)
    })
    for (const message of messages) session.seen.add(idOfAny(message) ?? '')
    if (messages.length > 0) session.entries.push({ ...entry, messages })
  }
  return [...bySession].flatMap(([sessionId, { entries }]) => {
    const placed = entries.map((entry) => {
      const id = entry.messages[0] && idOfAny(entry.messages[0])
      return { entry, place: id === undefined ? undefined : placeOf(sessionId, id) }
    })
    const isKnown = placed.every(({ place }) => place !== undefined)
    return placed
      .toSorted((left, right) =>
        isKnown
          ? (left.place ?? 0) - (right.place ?? 0)
          : left.entry.metadata.createdAt.getTime() - right.entry.metadata.createdAt.getTime(),
      )
      .map(({ entry }) => entry)
  })
}

function idOfAny(message: object): string | undefined {
  // Whatever the agent's messages are, an id is looked at wherever there is one.
  return idOf(message as ModelMessage)
}
