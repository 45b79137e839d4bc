import type { Scope } from '../../memory/scope'
import type { TestDatabase } from './database'
import { ownerQuery } from './owner-query'

/** The keys that a scope and one of its living threads have in the database. */
export async function idsOf(
  database: TestDatabase,
  scope: Scope,
  threadId: string,
): Promise<{ tenant: string; scopeId: string; threadUid: string }> {
  const [row] = await ownerQuery<{ scopeId: string; threadUid: string }>(
    database,
    `select s.id as "scopeId", t.uid as "threadUid" from scope s join thread t on t.tenant = s.tenant and t.scope_id = s.id
     where s.tenant = $1 and s.subject = $2 and t.thread_id = $3 and t.deleted_at is null`,
    [scope.tenant, scope.subject, threadId],
  )
  if (!row) throw new Error(`no thread ${threadId}`)
  return { tenant: scope.tenant, ...row }
}
