import type { PoolClient } from 'pg'
import { EXPORT_KEPT_HOURS } from '../schemas/exports'
import type { JobState, JobView } from '../schemas/jobs'
import { COLUMNS, type JobRow, toView } from './jobs'
import { sqlParameters } from './sql-parameters'

/** A job with what a list says of it. */
export interface ListedJob {
  readonly view: JobView
  /** What it was told to do, as JSON text. */
  readonly input: string
  /** Who began it, as people call them; null for the installation and for those who are gone. */
  readonly startedBy: string | null
  readonly byKind: 'operator' | 'key' | 'system'
  /** Who began it, for ever the same. */
  readonly createdBy: string
  readonly updatedAt: Date
  /** What an export wrote can be fetched. */
  readonly hasFile: boolean
  /** What an import was given is still there. */
  readonly hasSource: boolean
  /** Threads that it has changed, and not given back. */
  readonly canUndo: boolean
}

type ListedRow = JobRow & {
  input: string
  created_by: string
  started_by: string | null
  by_kind: ListedJob['byKind']
  updated_at: Date
  has_file: boolean
  has_source: boolean
  can_undo: boolean
}

/** The newest jobs before an id (their ids are in the order in which they were begun). Needs the reach 'all'. */
export async function listJobs(
  client: PoolClient,
  params: {
    states: readonly JobState[] | undefined
    kinds: readonly string[] | undefined
    /** Null is anybody. */
    createdBy: string | null
    before: string | null
    limit: number
  },
): Promise<ListedJob[]> {
  const { values, bind } = sqlParameters()
  const conditions = ['true']
  if (params.states !== undefined) conditions.push(`state = ANY (${bind(params.states)}::text[])`)
  if (params.kinds !== undefined) conditions.push(`kind = ANY (${bind(params.kinds)}::text[])`)
  if (params.createdBy !== null) conditions.push(`created_by = ${bind(params.createdBy)}`)
  if (params.before !== null) conditions.push(`id < ${bind(params.before)}::uuid`)
  const { rows } = await client.query<ListedRow>(
    `SELECT ${COLUMNS}, input, created_by, updated_at, split_part(created_by, ':', 1) AS by_kind,
       coalesce((SELECT o.name FROM operator o WHERE j.created_by = 'operator:' || o.id),
                (SELECT k.name FROM api_key k WHERE j.created_by = 'key:' || k.id::text)) AS started_by,
       kind = 'export' AND state = 'done' AND created_at > now() - interval '${EXPORT_KEPT_HOURS} hours'
         AND EXISTS (SELECT 1 FROM export_part p WHERE p.job_id = j.id) AS has_file,
       EXISTS (SELECT 1 FROM import_part p WHERE p.job_id = j.id) AS has_source,
       state <> 'running' AND EXISTS (SELECT 1 FROM bulk_target b WHERE b.job_id = j.id AND b.outcome = 'done') AS can_undo
     FROM (SELECT * FROM job WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ${bind(params.limit)}) j
     ORDER BY id DESC`,
    values,
  )
  return rows.map((row) => ({
    view: toView(row),
    input: row.input,
    startedBy: row.started_by,
    byKind: row.by_kind,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    hasFile: row.has_file,
    hasSource: row.has_source,
    canUndo: row.can_undo,
  }))
}
