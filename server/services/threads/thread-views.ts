import type { PoolClient } from 'pg'
import type { ThreadView } from '../../schemas/threads'
import { signalsOfThreads } from '../../store/signals'
import { tagsOfThreads } from '../../store/tags'
import { reviewsOfThreads } from '../../store/thread-reviews'
import type { ThreadRow } from '../../store/thread-rows'
import type { ServiceContext } from '../context'
import { reviewFacts } from '../reviews/review-facts'
import { seenOf } from './seen'
import { threadView } from './thread-view'

/**
 * Threads as the wire shows them, in their order: one statement for all tags, one for their reviews, and for people a few for what the agents
 * see of them, however many threads there are.
 */
export async function viewThreads(
  ctx: ServiceContext,
  client: PoolClient,
  rows: readonly ThreadRow[],
): Promise<ThreadView[]> {
  const tags = await tagsOfThreads(client, rows)
  const reviews = await reviewsOfThreads(client, rows)
  const review = ({ uid }: ThreadRow) => reviewFacts(ctx.principal, reviews.get(uid))
  if (ctx.principal.kind !== 'operator') {
    return rows.map((row) =>
      threadView(row, { tags: tags.get(row.uid), seen: null, signals: null, review: review(row) }),
    )
  }
  const seen = await seenOf(ctx, client, rows)
  const signals = await signalsOfThreads(client, rows)
  return rows.map((row, index) =>
    threadView(row, {
      tags: tags.get(row.uid),
      seen: seen[index] ?? null,
      signals: signals.get(row.uid) ?? [],
      review: review(row),
    }),
  )
}

export async function viewThread(ctx: ServiceContext, client: PoolClient, row: ThreadRow): Promise<ThreadView> {
  const [view] = await viewThreads(ctx, client, [row])
  if (!view) throw new Error('a thread was shown as none')
  return view
}
