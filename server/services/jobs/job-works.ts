import { z } from 'zod'
import { ERASURE } from '../../schemas/erasures'
import type { Permission } from '../../schemas/setup'
import type { ServiceContext } from '../context'
import { erasureWork, readErasureOrder } from '../erasures/erasure-work'
import { EXPORT, exportWork, readExportOrder } from '../exports/export-work'
import { findSource, IMPORT, ImportOrder, importWork } from '../imports/import-work'
import { readChange } from '../threads/matching-change'
import { matchingWork } from '../threads/start-matching'
import { undoWork } from '../threads/undo-matching'
import type { JobPlan } from './run-job'

/** What doing a job once more takes. */
export interface JobWork {
  /** What whoever wants it needs, as for beginning it. */
  readonly needs: Permission
  readonly work: JobPlan['work']
}

const UndoOrder = z.object({ undoes: z.uuid() })

/** Operations on all that match that destroy nothing by themselves ask for less. */
const needsOf = (action: string): Permission => (action === 'delete' ? 'act' : 'edit')

/**
 * The work of a stored job, made from what it was told to do; null for kinds that are begun anew where they were begun.
 *
 * @throws CONFLICT when what it needs is no longer kept
 */
export async function workOf(
  ctx: ServiceContext,
  job: { id: string; kind: string; input: string },
): Promise<JobWork | null> {
  if (job.kind === EXPORT) {
    const order = readExportOrder(job.input)
    return { needs: 'act', work: (progress, jobId) => exportWork(ctx, { order, jobId, progress }) }
  }
  if (job.kind === ERASURE) {
    const order = readErasureOrder(job.input)
    return { needs: 'manage', work: (progress, jobId) => erasureWork(ctx, { order, jobId, progress }) }
  }
  if (job.kind === IMPORT) {
    const order = ImportOrder.parse(JSON.parse(job.input))
    const text = await findSource(ctx, job.id)
    return { needs: 'act', work: (progress, jobId) => importWork(ctx, { order, text, jobId, progress }) }
  }
  if (job.kind === 'threads-undo') {
    const { undoes } = UndoOrder.parse(JSON.parse(job.input))
    const change = readChange(job.input)
    return {
      needs: needsOf(change.action),
      work: (progress) => undoWork(ctx, { change, jobId: undoes, progress }),
    }
  }
  if (isMatching(JSON.parse(job.input))) {
    const change = readChange(job.input)
    return {
      needs: needsOf(change.action),
      work: (progress, jobId) => matchingWork(ctx, { change, jobId, progress }),
    }
  }
  return null
}

/** An operation on all that match, by its order: which threads, and what is done with them. */
export function isMatching(order: object): boolean {
  return 'change' in order && 'reach' in order
}
