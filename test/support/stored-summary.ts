import type { TestDatabase } from './database'
import { ownerQuery } from './owner-query'

/** A summary of a tenant's thread 's', as the job stores it. */
export async function storeSummary(
  database: TestDatabase,
  tenant: string,
  summary: { toSeq: number; tokens: number; version?: number; text?: string },
) {
  const { toSeq, tokens, version = 1, text = 'what was said' } = summary
  await ownerQuery(
    database,
    `insert into summary (tenant, scope_id, thread_uid, version, to_seq, text, tokens, model, prompt, source_tokens)
     select tenant, scope_id, uid, $2, $3, $4, $5, 'm', 'p', 1 from thread where tenant = $1 and thread_id = 's'`,
    [tenant, version, toSeq, text, tokens],
  )
  return { version, toSeq, tokens }
}
