import type { z } from 'zod'
import { LociError, notFound } from '../../errors'
import { BACKLOG_CAP, type NextReviewInput, type NextReviewOutput } from '../../schemas/reviews'
import { appendAuditEvent } from '../../store/audit'
import { type ReachTransaction, withReach } from '../../store/reach'
import {
  type Asker,
  claimThread,
  countWaiting,
  extendClaim,
  heldThreads,
  type QueuePool,
  waitingThreads,
} from '../../store/review-claims'
import { findQueue, type QueueRow } from '../../store/review-queues'
import { releaseReview } from '../../store/thread-reviews'
import type { ThreadKey } from '../../store/thread-rows'
import { findThreads } from '../../store/threads'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { queuePool, seesQueue } from '../queues/queue-pool'
import { viewThread } from '../threads/thread-views'
import { reviewerOf } from './person'

/** How many are looked at, at a time: those that others take meanwhile are passed over. */
const AT_ONCE = 50
const ATTEMPTS = 20

/**
 * Gives a person the next thread of a queue and keeps it for them for a time; who holds one of this queue gets it again.
 * Nothing is handed out twice.
 *
 * What is fair: a person holds one thread at a time, so nobody hoards; what is assigned goes to its assignee alone; in a
 * queue with members each thread is one member's turn, told by its uid, and a member gets their own turns first and those
 * of others only when none of their own waits. Within that the longest waiting comes first.
 *
 * @throws NOT_FOUND without such a queue; FORBIDDEN for whoever is no member
 */
export async function nextReview(
  ctx: ServiceContext,
  { queueId, skipped }: z.output<typeof NextReviewInput>,
): Promise<z.infer<typeof NextReviewOutput>> {
  const { id: operatorId } = reviewerOf(ctx.principal)
  const { application } = ctx.database.pools
  const queue = await findQueue(application, queueId)
  if (queue === null || !seesQueue(ctx.principal, queue)) throw notFound('queue')
  const turn = turnOf(queue, operatorId)
  const { reach, filter } = queuePool(queue, { principal: ctx.principal, now: Date.now() })
  const asker: Asker = { operatorId, turn, skipped: skipped ? 'only' : 'without' }
  const scopeId =
    reach.kind === 'scope' ? (await withReach(application, reach, async (entered) => entered)).scopeId : null
  const next = await withReach(application, callerReach(ctx.principal), async (entered) => {
    const { client } = entered
    const pool: QueuePool = { reach, scopeId, filter, share: queue.share }
    const thread =
      (await keepHeld(entered, { operatorId, queue })) ??
      (await claimFirst(entered, { pool, asker, queue, isOwnTurn: turn !== null })) ??
      (turn === null ? null : await claimFirst(entered, { pool, asker, queue, isOwnTurn: false }))
    if (thread === null) {
      const { count } = await countWaiting(client, { pool, asker: { ...asker, skipped: 'only' }, cap: BACKLOG_CAP })
      return { thread: null, skipped: { count, capped: count >= BACKLOG_CAP } }
    }
    const [row] = await findThreads(client, [thread.uid])
    if (!row) throw notFound('thread')
    const view = await viewThread(ctx, client, row)
    await appendAuditEvent(client, ctx, {
      tenant: thread.tenant,
      action: 'reviews.claim',
      objectKind: 'thread',
      objectId: thread.uid,
      details: { queueId },
    })
    return { thread: view, skipped: { count: 0, capped: false } }
  })
  if (next.thread) ctx.threadChanges.note([next.thread.uid])
  return next
}

function turnOf({ members }: QueueRow, operatorId: string): Asker['turn'] {
  if (members.length === 0) return null
  const place = members.toSorted().indexOf(operatorId)
  if (place < 0) throw new LociError('FORBIDDEN', 'This queue belongs to others: ask a lead to make you a member.')
  return { place, of: members.length }
}

/** What the person holds of this queue, for its whole time again; what they hold of others is given back. */
async function keepHeld(
  { client }: ReachTransaction,
  { operatorId, queue }: { operatorId: string; queue: QueueRow },
): Promise<ThreadKey | null> {
  // Two windows of one person that ask at once wait for each other, and get the same thread.
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('loci.review.' || $1, 0))`, [operatorId])
  const held = await heldThreads(client, { operatorId })
  const kept = held.find(({ queueId }) => queueId === queue.id)
  for (const { uid } of held) {
    if (uid !== kept?.uid) await releaseReview(client, { uid, operatorId, skip: false })
  }
  if (kept) await extendClaim(client, { uid: kept.uid, operatorId, minutes: queue.claimMinutes })
  return kept ?? null
}

async function claimFirst(
  { client }: ReachTransaction,
  params: { pool: QueuePool; asker: Asker; queue: QueueRow; isOwnTurn: boolean },
): Promise<ThreadKey | null> {
  const { pool, asker, queue, isOwnTurn } = params
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const waiting = await waitingThreads(client, { pool, asker, isOwnTurn, limit: AT_ONCE })
    for (const thread of waiting) {
      const claim = { thread, operatorId: asker.operatorId, queueId: queue.id, minutes: queue.claimMinutes }
      if (await claimThread(client, claim)) return thread
    }
    // All of them were taken this moment: those behind them are looked at.
    if (waiting.length < AT_ONCE) return null
  }
  return null
}
