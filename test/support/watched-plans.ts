import pg from 'pg'
import { inject } from 'vitest'
import type { TestDatabase } from './database'
import { ownerQuery } from './owner-query'

/** A node of a plan as EXPLAIN (ANALYZE, FORMAT JSON) tells it. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** A connection whose statements, those inside functions too, tell their plans as they ran: with the application's role. */
export async function watchPlans(database: TestDatabase) {
  const plans: PlanNode[] = []
  const url = new URL(inject('engine').superuserUrl)
  url.pathname = new URL(database.url).pathname
  const client = new pg.Client({ connectionString: url.href })
  client.on('notice', ({ message = '' }) => {
    const json = message.slice(message.indexOf('plan:') + 'plan:'.length)
    if (message.includes('plan:')) plans.push((JSON.parse(json) as { Plan: PlanNode }).Plan)
  })
  await client.connect()
  await client.query(`load 'auto_explain'`)
  for (const setting of [
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_nested_statements = on',
    'auto_explain.log_analyze = on',
    'auto_explain.log_timing = off',
    `auto_explain.log_format = 'json'`,
    `client_min_messages = 'log'`,
    'role = loci_app',
  ]) {
    await client.query(`set ${setting}`)
  }

  const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
  /** All scans of stored rows that the work made, and how many messages they looked at. */
  async function lookedAt(work: (client: pg.Client) => Promise<unknown>) {
    plans.length = 0
    await work(client)
    const scans = plans.flatMap(nodes).filter((node) => node['Relation Name'] !== undefined)
    return {
      sequential: scans.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? ''),
      messages: scans
        .filter((node) => node['Relation Name'] === 'message')
        .reduce(
          (sum, node) =>
            sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0),
          0,
        ),
    }
  }
  return { client, plans, lookedAt, close: () => client.end() }
}

/** A thread of so many messages of one token count, made by SQL: a question and an answer by turns. */
export async function seedLongThread(
  database: TestDatabase,
  thread: { tenant: string; subject: string; threadId: string; count: number; tokens: number },
): Promise<{ tenant: string; scopeId: string; uid: string }> {
  const { tenant, subject, threadId, count, tokens } = thread
  await ownerQuery(
    database,
    `insert into scope (tenant, id, subject) values ($1, gen_random_uuid(), $2) on conflict do nothing`,
    [tenant, subject],
  )
  const [made] = await ownerQuery<{ tenant: string; scopeId: string; uid: string }>(
    database,
    `insert into thread (tenant, scope_id, uid, thread_id, counter, message_count, token_count, last_turn, last_turn_seq, revision)
     select tenant, id, gen_random_uuid(), $3, 'o200k_base', $4::int, $4::bigint * $5::bigint, $4::int / 2, $4::int - 1, 1
     from scope where tenant = $1 and subject = $2 returning tenant, scope_id as "scopeId", uid`,
    [tenant, subject, threadId, count, tokens],
  )
  if (!made) throw new Error('no thread was made')
  await ownerQuery(
    database,
    `insert into message (tenant, scope_id, thread_uid, seq, id, entry_id, role, turn, tokens, running_tokens, hash, raw)
     select $1, $2, $3, n, 'm' || n, $3, case n % 2 when 1 then 'user' else 'assistant' end, (n + 1) / 2, $5::int, n::bigint * $5::int,
            sha256(convert_to(n::text, 'UTF8')), json_build_object('role', case n % 2 when 1 then 'user' else 'assistant' end,
            'content', 'message ' || n, 'id', 'm' || n)::text
     from generate_series(1, $4::int) n`,
    [made.tenant, made.scopeId, made.uid, count, tokens],
  )
  return made
}
