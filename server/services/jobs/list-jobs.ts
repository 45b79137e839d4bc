import { z } from 'zod'
import { PERMISSIONS } from '../../auth/permissions'
import { principalId } from '../../auth/principal'
import { isLimited } from '../../auth/reach'
import { ERASURE } from '../../schemas/erasures'
import type { JobEntry, ListJobsInput, ListJobsOutput } from '../../schemas/jobs'
import { type ListedJob, listJobs as selectJobs } from '../../store/jobs-list'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'
import { exportPath } from '../exports/export-threads'
import { EXPORT } from '../exports/export-work'
import { IMPORT } from '../imports/import-work'
import { readCursor, signCursor } from '../page-cursor'
import { isMatching } from './job-works'
import { seesOrder } from './stored-order'

/** One page of all jobs that the caller sees, newest first, and what the caller can do with each. */
export async function listJobs(
  ctx: ServiceContext,
  given: z.output<typeof ListJobsInput>,
): Promise<z.infer<typeof ListJobsOutput>> {
  const { states, kinds, limit, cursor } = given
  const { principal } = ctx
  const createdBy = isLimited(principal) ? principalId(principal) : null
  const list = { list: 'jobs', states, kinds, createdBy }
  const before = readCursor(ctx.signer, { list, cursor, position: z.uuid() })
  const found = await withReach(ctx.database.pools.application, { kind: 'all' }, ({ client }) =>
    selectJobs(client, { states, kinds, createdBy, before, limit: limit + 1 }),
  )
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    items: page.filter(({ input }) => seesOrder(principal, input)).map((job) => entryOf(ctx, job)),
    nextCursor: last ? signCursor(ctx.signer, list, last.view.id) : null,
  }
}

function entryOf({ principal }: ServiceContext, job: ListedJob): JobEntry {
  const { view } = job
  const may = (permission: 'edit' | 'act' | 'manage') =>
    principal.kind === 'operator' && PERMISSIONS[principal.role].includes(permission)
  const order = readOrder(job.input)
  const isErasure = view.kind === ERASURE
  const needs = isErasure
    ? 'manage'
    : isChangeOf(order, 'delete') || view.kind === EXPORT || view.kind === IMPORT
      ? 'act'
      : 'edit'
  const isOver = view.state === 'failed' || view.state === 'cancelled'
  const isKept =
    (isErasure && 'scopeId' in order) ||
    (view.kind === EXPORT && 'reach' in order) ||
    isMatching(order) ||
    'undoes' in order ||
    job.hasSource
  return {
    ...view,
    startedBy: job.startedBy,
    byKind: job.byKind,
    updatedAt: job.updatedAt.toISOString(),
    order,
    file: job.hasFile && may('act') ? exportPath(view.id) : null,
    canCancel: view.state === 'running' && (may('act') || (may('edit') && job.createdBy === principalId(principal))),
    canRetry: isOver && isKept && may(needs),
    canUndo: job.canUndo && may(needs),
  }
}

type Order = JobEntry['order']

/** Written by those who begin jobs, from plain values. */
function readOrder(input: string): Order {
  const read: unknown = JSON.parse(input)
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Order) : {}
}

function isChangeOf({ change }: Order, action: string): boolean {
  return typeof change === 'object' && change !== null && !Array.isArray(change) && change.action === action
}
