import type { PoolClient } from 'pg'
import type { ThreadView } from '../../schemas/threads'
import { tagsOfThreads } from '../../store/tags'
import type { ThreadRow } from '../../store/thread-rows'
import type { ServiceContext } from '../context'
import { threadView } from './thread-view'

/** Threads as the wire shows them, in their order: one statement for all tags, one for what agents see (people only). */
export async function viewThreads(
  ctx: ServiceContext,
  client: PoolClient,
  rows: readonly ThreadRow[],
): Promise<ThreadView[]> {
  const tags = await tagsOfThreads(client, rows)
  return rows.map((row) => threadView(row, { tags: tags.get(row.uid), seen: null }))
}

export async function viewThread(ctx: ServiceContext, client: PoolClient, row: ThreadRow): Promise<ThreadView> {
  const tags = await tagsOfThreads(client, [row])
  return threadView(row, { tags: tags.get(row.uid), seen: null })
}
