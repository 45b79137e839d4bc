import type { PoolClient } from 'pg'
import type { ThreadView } from '../../schemas/threads'
import { tagsOfThreads } from '../../store/tags'
import type { ThreadRow } from '../../store/thread-rows'
import type { ServiceContext } from '../context'
import { seenOf } from './seen'
import { threadView } from './thread-view'

/**
 * Threads as the wire shows them, in their order: one statement for all tags, and for people a few for what the agents
 * see of them, however many threads there are.
 */
export async function viewThreads(
  ctx: ServiceContext,
  client: PoolClient,
  rows: readonly ThreadRow[],
): Promise<ThreadView[]> {
  const tags = await tagsOfThreads(client, rows)
  const seen = ctx.principal.kind === 'operator' ? await seenOf(ctx, client, rows) : []
  return rows.map((row, index) => threadView(row, { tags: tags.get(row.uid), seen: seen[index] ?? null }))
}

export async function viewThread(ctx: ServiceContext, client: PoolClient, row: ThreadRow): Promise<ThreadView> {
  const tags = await tagsOfThreads(client, [row])
  const [seen = null] = ctx.principal.kind === 'operator' ? await seenOf(ctx, client, [row]) : []
  return threadView(row, { tags: tags.get(row.uid), seen })
}
