import { z } from 'zod'
import { LociError } from '../../errors'
import { ImportFormat, type ImportResult } from '../../schemas/jobs'
import { findImportParts, insertImportParts, removeImportParts } from '../../store/imports'
import { withReach } from '../../store/reach'
import type { ServiceContext } from '../context'
import type { JobProgress } from '../jobs/run-job'
import { importLines } from './import-lines'

export const IMPORT = 'import'
const PART_CHARACTERS = 1_000_000
const all = { kind: 'all' } as const

/** What an import was told to do, as its job keeps it; the text stands apart. */
export const ImportOrder = z.object({
  format: ImportFormat,
  scope: z.object({ tenant: z.string(), subject: z.string() }),
  agentName: z.string().optional(),
  dryRun: z.boolean(),
})
export type ImportOrder = z.infer<typeof ImportOrder>

/** Keeps what an import is given until it is done, so that it can be tried again. */
export async function keepSource(ctx: ServiceContext, { jobId, text }: { jobId: string; text: string }): Promise<void> {
  // As JSON: a file may hold what a column cannot (NUL, lone surrogates).
  const json = JSON.stringify(text)
  const texts: string[] = []
  for (let start = 0; start < json.length; start += PART_CHARACTERS) {
    texts.push(json.slice(start, start + PART_CHARACTERS))
  }
  await withReach(ctx.database.pools.background, all, ({ client }) => insertImportParts(client, { jobId, texts }))
}

/** @throws CONFLICT when it is no longer kept */
export async function findSource(ctx: ServiceContext, jobId: string): Promise<string> {
  const parts = await withReach(ctx.database.pools.background, all, ({ client }) => findImportParts(client, jobId))
  if (parts.length === 0) throw new LociError('CONFLICT', 'What was to be imported is no longer kept: choose it again.')
  // Written by keepSource.
  return JSON.parse(parts.join('')) as string
}

/** Repeatable: what an attempt before this one has stored is recognised. */
export async function importWork(
  ctx: ServiceContext,
  given: { order: ImportOrder; text: string; jobId: string; progress: JobProgress },
): Promise<ImportResult> {
  const { order, text, jobId, progress } = given
  const { format, scope, agentName, dryRun } = order
  const result = await importLines(ctx, { text, format, scope, agentName, dryRun, progress })
  await withReach(ctx.database.pools.background, all, ({ client }) => removeImportParts(client, jobId))
  return result
}
