import type { MemoryProvider } from './contract'

/**
 * AgentLIB's ways to name a session, which is what keeps conversations apart. Names of different kinds never meet; an id of
 * your own is a session as well. On a Loci server a session is a thread of the scope that the memory is bound to.
 */
export const sessions = {
  /** One conversation for each user, over all visits. */
  user: (userId: string): string => named('user', userId),
  /** One for each conversation. */
  thread: (threadId: string): string => named('thread', threadId),
  /** One that nobody comes back to: another name each time. */
  ephemeral: (): string => `ephemeral-${crypto.randomUUID()}`,
  /** One for everybody. */
  global: (): string => 'global',
}

function named(kind: string, id: string): string {
  if (id.trim() === '') throw new RangeError(`The id of a ${kind} session is not blank.`)
  return `${kind}-${id}`
}

/**
 * Clears the sessions that were last read or written before a time, by `accessedAt` of their entries. A session without
 * such a time is left alone.
 *
 * @returns the sessions that were cleared
 * @throws RangeError when the memory can neither list nor clear; what its calls throw
 */
export async function clearStaleSessions(
  memory: Pick<MemoryProvider<object>, 'type' | 'clear' | 'entries'>,
  { before }: { before: Date },
): Promise<string[]> {
  if (!memory.clear || !memory.entries) throw new RangeError(`${memory.type} can neither list its entries nor clear.`)
  const lastAccess = new Map<string, number>()
  for (const { sessionId, metadata } of await memory.entries()) {
    const accessed = metadata.accessedAt?.getTime() ?? Number.POSITIVE_INFINITY
    lastAccess.set(sessionId, Math.max(accessed, lastAccess.get(sessionId) ?? accessed))
  }
  const stale = [...lastAccess].filter(([, accessed]) => accessed < before.getTime()).map(([sessionId]) => sessionId)
  for (const sessionId of stale) await memory.clear(sessionId)
  return stale
}
