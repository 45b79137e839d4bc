import type { PoolClient } from 'pg'
import type { SummaryRow } from '../../memory/summary-plan'
import type { ThreadKey } from './thread-rows'
import type { Queryable } from './window-rows'

/** A stored summary: it stands for the seqs `fromSeq` to `toSeq`, inclusive. */
export interface StoredSummary {
  version: number
  fromSeq: number
  toSeq: number
  text: string
  /** Of the message that hands it out. */
  tokens: number
  model: string
  prompt: string
  /** Of the messages it stands for. */
  sourceTokens: number
  createdAt: Date
}

const COLUMNS = `version, from_seq AS "fromSeq", to_seq AS "toSeq", text, tokens, model, prompt,
  source_tokens AS "sourceTokens", created_at AS "createdAt"`
const OF_THREAD = 'tenant = $1 AND scope_id = $2 AND thread_uid = $3'

function keyOf({ tenant, scopeId, uid }: ThreadKey): [string, string, string] {
  return [tenant, scopeId, uid]
}

/** The newest versions of a thread's summary, newest first. */
export async function listSummaries(client: Queryable, thread: ThreadKey, limit: number): Promise<StoredSummary[]> {
  const { rows } = await client.query<StoredSummary>({
    name: 'list-summaries',
    text: `SELECT ${COLUMNS} FROM summary WHERE ${OF_THREAD} ORDER BY version DESC LIMIT $4`,
    values: [...keyOf(thread), limit],
  })
  return rows
}

export async function newestSummary(client: Queryable, thread: ThreadKey): Promise<StoredSummary | null> {
  const [newest] = await listSummaries(client, thread, 1)
  return newest ?? null
}

/** Rows after `after` and up to `to` (seqs), at most 10,000, and whether the turn of `to` goes on behind it. */
export async function rowsToSummarize(
  client: PoolClient,
  thread: ThreadKey & { readonly turnOpen: boolean },
  { after, to }: { after: number; to: number },
): Promise<{ rows: SummaryRow[]; lastTurnGoesOn: boolean }> {
  const { rows } = await client.query<SummaryRow>(
    `SELECT seq, turn, tokens FROM message WHERE ${OF_THREAD} AND seq > $4 AND seq <= $5 ORDER BY seq LIMIT 10001`,
    [...keyOf(thread), after, to + 1],
  )
  const held = rows.filter(({ seq }) => seq <= to).slice(0, 10_000)
  const next = rows[held.length]
  return { rows: held, lastTurnGoesOn: next === undefined ? thread.turnOpen : next.turn === held.at(-1)?.turn }
}

/** What a stretch of a thread says; redacted messages are counted, and say nothing. */
export async function textsToSummarize(
  client: PoolClient,
  thread: ThreadKey,
  { after, to }: { after: number; to: number },
): Promise<{ texts: { seq: number; raw: string }[]; tokens: number; redacted: number }> {
  const { rows } = await client.query<{ seq: number; raw: string; tokens: number; isRedacted: boolean }>(
    `SELECT seq, raw, tokens, redacted_at IS NOT NULL AS "isRedacted" FROM message
     WHERE ${OF_THREAD} AND seq > $4 AND seq <= $5 ORDER BY seq`,
    [...keyOf(thread), after, to],
  )
  return {
    texts: rows.filter(({ isRedacted }) => !isRedacted).map(({ seq, raw }) => ({ seq, raw })),
    tokens: rows.reduce((total, { tokens }) => total + tokens, 0),
    redacted: rows.filter(({ isRedacted }) => isRedacted).length,
  }
}

/** A summary that a worker has made, and what it was made from. */
export interface MadeSummary extends Omit<StoredSummary, 'version' | 'fromSeq' | 'tokens' | 'createdAt'> {
  /** The summary that it goes on from; null: from the thread's beginning. */
  base: { version: number; toSeq: number } | null
  /** Redacted messages among those that were read for it. */
  redacted: number
  leaseId: string
}

/**
 * Stores the next version, unless what it was made from is no longer so: the thread was deleted, a message of it was
 * redacted, another summary came first, or the lease has passed to somebody else. The thread's row is locked, as every
 * change of these does. `tokensOf` counts the message as it will be handed out, which names its version.
 */
export async function storeSummary(
  client: PoolClient,
  thread: ThreadKey,
  made: MadeSummary,
  tokensOf: (version: number) => number,
): Promise<{ version: number } | 'gone' | 'changed'> {
  const key = keyOf(thread)
  const { rowCount: alive } = await client.query(
    `SELECT FROM thread WHERE tenant = $1 AND scope_id = $2 AND uid = $3 AND deleted_at IS NULL FOR NO KEY UPDATE`,
    key,
  )
  if (alive === 0) return 'gone'
  const { rows } = await client.query<{ next: number; newest: number | null; redacted: number }>(
    `SELECT s.last_version + 1 AS next,
       (SELECT max(version) FROM summary WHERE ${OF_THREAD}) AS newest,
       (SELECT count(*)::int FROM message WHERE ${OF_THREAD} AND seq > $5 AND seq <= $6 AND redacted_at IS NOT NULL) AS redacted
     FROM summary_state s WHERE s.tenant = $1 AND s.scope_id = $2 AND s.thread_uid = $3 AND s.lease_id = $4`,
    [...key, made.leaseId, made.base?.toSeq ?? 0, made.toSeq],
  )
  const [state] = rows
  if (!state || state.newest !== (made.base?.version ?? null) || state.redacted !== made.redacted) return 'changed'
  await client.query(
    `INSERT INTO summary (tenant, scope_id, thread_uid, version, to_seq, text, tokens, model, prompt, source_tokens)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [...key, state.next, made.toSeq, made.text, tokensOf(state.next), made.model, made.prompt, made.sourceTokens],
  )
  await client.query(
    `UPDATE summary_state SET last_version = $4, reason = NULL, attempts = 0, retry_at = NULL, updated_at = now()
     WHERE ${OF_THREAD}`,
    [...key, state.next],
  )
  return { version: state.next }
}

/** Gives a fork the summaries whose whole range it has, in the same places: those up to `through`. */
export async function copySummaries(
  client: PoolClient,
  params: { source: ThreadKey; uid: string; through: number },
): Promise<void> {
  const { source, uid, through } = params
  if (through === 0) return
  const { rowCount } = await client.query(
    `INSERT INTO summary (tenant, scope_id, thread_uid, version, from_seq, to_seq, text, tokens, model, prompt, source_tokens, created_at)
     SELECT tenant, scope_id, $4::uuid, version, from_seq, to_seq, text, tokens, model, prompt, source_tokens, created_at
     FROM summary WHERE ${OF_THREAD} AND to_seq <= $5`,
    [...keyOf(source), uid, through],
  )
  if (rowCount === 0) return
  await client.query(
    `INSERT INTO summary_state (tenant, scope_id, thread_uid, last_version)
     SELECT tenant, scope_id, thread_uid, max(version) FROM summary WHERE ${OF_THREAD} GROUP BY tenant, scope_id, thread_uid`,
    [source.tenant, source.scopeId, uid],
  )
}
