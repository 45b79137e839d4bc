import { z } from 'zod'
import { notFound } from '../../errors'
import {
  DUPLICATES_JOB,
  DuplicatesResult,
  type ListDuplicatesInput,
  type ListDuplicatesOutput,
} from '../../schemas/duplicates'
import { withReach } from '../../store/reach'
import { findThreads } from '../../store/threads'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import { readCursor, signCursor } from '../page-cursor'
import { viewThreads } from './thread-views'

const Position = z.object({ place: z.int().min(0) })

/** A page of what a job has found, as the threads are now; nothing while it runs. @throws NOT_FOUND for other jobs */
export async function listDuplicates(
  ctx: ServiceContext,
  { jobId, limit, cursor }: z.output<typeof ListDuplicatesInput>,
): Promise<z.infer<typeof ListDuplicatesOutput>> {
  const job = await getJob(ctx, { id: jobId })
  if (job.kind !== DUPLICATES_JOB) throw notFound('job')
  const result = DuplicatesResult.safeParse(job.result).data ?? { threads: job.done, found: 0, tooLong: 0, items: [] }
  const list = { of: 'duplicates', jobId }
  const from = readCursor(ctx.signer, { list, cursor, position: Position })?.place ?? 0
  const page = result.items.slice(from, from + limit)
  const reach = callerReach(ctx.principal)
  const views = await withReach(ctx.database.pools.application, reach, async ({ client }) => {
    const rows = await findThreads(
      client,
      page.map(({ uid }) => uid),
    )
    return viewThreads(ctx, client, rows)
  })
  const byUid = new Map(views.map((thread) => [thread.uid, thread]))
  const next = from + page.length
  return {
    state: job.state,
    threads: result.threads,
    found: result.found,
    tooLong: result.tooLong,
    items: page.flatMap(({ uid, ...found }) => {
      const thread = byUid.get(uid)
      return thread ? [{ ...found, thread }] : []
    }),
    nextCursor: next < result.items.length ? signCursor(ctx.signer, list, { place: next }) : null,
  }
}
