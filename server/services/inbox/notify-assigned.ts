import type { PoolClient } from 'pg'
import { type Principal, principalId } from '../../auth/principal'
import { insertInboxItems } from '../../store/inbox'
import type { ThreadKey } from '../../store/thread-rows'

/**
 * Tells somebody that threads are theirs now, in the transaction that gives them; nobody is told of what they took themselves.
 * `assigneeId` null, for threads that are nobody's again, tells nobody. The client must be in a reach that covers the threads.
 */
export async function notifyAssigned(
  client: PoolClient,
  params: { threads: readonly ThreadKey[]; assigneeId: string | null; actor: Principal },
): Promise<void> {
  const { threads, assigneeId, actor } = params
  const actorId = actor.kind === 'operator' ? actor.id : principalId(actor)
  if (assigneeId === null || assigneeId === actorId) return
  const item = { operatorId: assigneeId, kind: 'assigned', noteId: null, actorId } as const
  for (const thread of threads) await insertInboxItems(client, { thread, items: [item] })
}
