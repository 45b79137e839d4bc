import type { PoolClient } from 'pg'
import { LociError } from '../../errors'
import { appendAuditEvent } from '../../store/audit'
import { type Fork, insertLineage } from '../../store/lineage'
import type { ServiceContext } from '../context'

/** Puts a new fork into its family, and into the audit where a person made it. */
export async function noteFork(
  client: PoolClient,
  ctx: ServiceContext,
  fork: Omit<Fork, 'copied'> & { messages: number; details?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { source, uid, threadId, forkedAtSeq, messages } = fork
  await insertLineage(client, { source, uid, threadId, forkedAtSeq, copied: messages })
  if (ctx.principal.kind !== 'operator') return
  await appendAuditEvent(client, ctx, {
    tenant: source.tenant,
    action: 'threads.fork',
    objectKind: 'thread',
    objectId: uid,
    details: { fromUid: source.uid, forkedAtSeq, messages, ...fork.details },
  })
}

export function idIsTaken(): LociError {
  return new LociError('CONFLICT', 'A thread of this scope has that id already: give the fork another one.')
}
