/** A thread as it is stored. `metadata`, `state` and `window` are JSON texts; counts and totals are exact. */
export interface ThreadRow {
  tenant: string
  subject: string
  scopeId: string
  uid: string
  threadId: string
  agentName: string | null
  title: string | null
  metadata: string
  state: string | null
  counter: string
  messageCount: number
  tokenCount: number
  lastTurn: number
  lastTurnSeq: number
  turnOpen: boolean
  revision: number
  lastRunId: string | null
  firstLine: string | null
  lastLine: string | null
  window: string | null
  windowVersion: number
  parentUid: string | null
  forkedAtSeq: number | null
  createdAt: Date
  updatedAt: Date
  lastMessageAt: Date | null
  accessedAt: Date
  deletedAt: Date | null
}

/** A thread's key (S4). */
export interface ThreadKey {
  tenant: string
  scopeId: string
  uid: string
}

/** The columns of a ThreadRow, from `thread t JOIN scope s`. Bigints come as doubles: exact up to 2^53. */
export const THREAD_COLUMNS = `
  t.tenant, s.subject, t.scope_id AS "scopeId", t.uid, t.thread_id AS "threadId", t.agent_name AS "agentName", t.title,
  t.metadata, t.state, t.counter, t.message_count AS "messageCount", t.token_count::float8 AS "tokenCount",
  t.last_turn AS "lastTurn", t.last_turn_seq AS "lastTurnSeq", t.turn_open AS "turnOpen",
  t.revision::float8 AS "revision", t.last_run_id AS "lastRunId", t.first_line AS "firstLine", t.last_line AS "lastLine",
  t.window, t.window_version AS "windowVersion", t.parent_uid AS "parentUid", t.forked_at_seq AS "forkedAtSeq",
  t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.last_message_at AS "lastMessageAt",
  t.accessed_at AS "accessedAt", t.deleted_at AS "deletedAt"`

export const THREAD_SOURCE = 'thread t JOIN scope s ON s.tenant = t.tenant AND s.id = t.scope_id'
