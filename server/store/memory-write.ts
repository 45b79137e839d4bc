import type { Scope } from '../../memory/scope'
import type { WriteMode } from '../schemas/memory'
import type { Queryable } from './window-rows'

/** One row to insert, in the short names of loci_write; seq, turn and running total are given out there (M3). */
export interface NewMessage {
  readonly i: number
  readonly id: string
  readonly role: string
  /** Turns that ended before it in this write. */
  readonly t: number
  /** Its exchange's opener: index in this write, or seq of a stored one. */
  readonly x?: number
  readonly xs?: number
  /** Tokens. */
  readonly n: number
  /** Canonical hash, hex. */
  readonly h: string
  readonly raw: string
  /** JSON texts of its call ids, and of the call it answers. */
  readonly c: string | null
  readonly r: string | null
  readonly e: boolean
  readonly s: string
}

/** How the newest turn stands after the write. */
export interface NewTurns {
  readonly lastTurnOffset: number
  readonly lastTurnIndex: number
  readonly turnOpen: boolean
}

/** What a write says besides its messages. Texts are stored as they are. */
export interface EntryFacts {
  readonly mode: WriteMode
  readonly agentName: string | undefined
  readonly runId: string | undefined
  readonly counter: string
  readonly run: string | null
  readonly writtenBy: string
  readonly idempotencyKey: string | undefined
  /** Hex; other content under the same key is a conflict (R5). */
  readonly requestHash: string
  /** JSON text. */
  readonly metadata: string | undefined
  readonly tags: Readonly<Record<string, string>> | undefined
  /** ISO 8601. */
  readonly expiresAt: string | null
}

export interface WriteDecision {
  /** The state on which it was decided what is new; null where that does not matter (append). */
  readonly expect: { readonly uid: string | null; readonly revision: number | null }
  readonly configRevision: number
  readonly entryId: string
  readonly newUid: string
  readonly newScopeId: string
  readonly entry: EntryFacts
  /** JSON text of the read token. */
  readonly read: string | null
  readonly recallQuery: string | null
  readonly conflicts: string | null
  /** What the caller is told besides what is given out in the database. */
  readonly answer: unknown
  readonly firstLine: string | null
  readonly lastLine: string | null
  readonly messages: readonly NewMessage[]
  readonly turns: NewTurns
}

/** What the database gave out, for the answer (R4); kept with it for a retry. */
export interface WrittenFacts {
  readonly uid: string
  readonly firstSeq: number
  readonly messageCount: number
  readonly tokenCount: number
  readonly revision: number
}

export type WriteResult =
  | { readonly status: 'stored'; readonly scopeId: string; readonly facts: WrittenFacts }
  /** The key was used within the last 24 hours: the first answer, and the hash of what it was asked with. */
  | { readonly status: 'repeated'; readonly facts: WrittenFacts; readonly given: unknown; readonly requestHash: string }
  /** Nothing was stored: the thread moved on, it is gone, or the settings changed (R3). */
  | { readonly status: 'stale' | 'gone' | 'config' }

interface ResultRow {
  status: string
  uid: string
  scope_id: string
  first_seq: number
  message_count: number
  token_count: string
  revision: string
  answer: string | null
  request_hash: Buffer | null
}

/** Stores a write as one entry, in one statement, guarded by what it was decided on (R3). */
export async function writeEntry(
  client: Queryable,
  params: { scope: Scope; threadId: string; decision: WriteDecision },
): Promise<WriteResult> {
  const { scope, threadId, decision } = params
  const { expect, entry, turns, messages, newScopeId, newUid, entryId, configRevision } = decision
  const write = {
    expectUid: expect.uid,
    expectRevision: expect.revision,
    configRevision,
    newUid,
    newScopeId,
    entryId,
    read: decision.read,
    recallQuery: decision.recallQuery,
    conflicts: decision.conflicts,
    answer: JSON.stringify(decision.answer),
    tokens: messages.reduce((total, message) => total + message.n, 0),
    firstLine: decision.firstLine,
    lastLine: decision.lastLine,
    ...turns,
    ...entry,
  }
  const { rows } = await client.query<ResultRow>({
    name: 'write-entry',
    text: `SELECT status, uid, scope_id, first_seq, message_count, token_count, revision, answer, request_hash
      FROM loci_write($1, $2, $3, $4, $5)`,
    values: [scope.tenant, scope.subject, threadId, JSON.stringify(write), JSON.stringify(messages)],
  })
  const [row] = rows
  if (row === undefined) throw new Error('loci_write gave no row')
  return writeResult(row)
}

function writeResult(row: ResultRow): WriteResult {
  switch (row.status) {
    case 'stored':
      return {
        status: 'stored',
        scopeId: row.scope_id,
        facts: {
          uid: row.uid,
          firstSeq: row.first_seq,
          messageCount: row.message_count,
          tokenCount: Number(row.token_count),
          revision: Number(row.revision),
        },
      }
    case 'repeated':
      return { ...firstAnswer(row.uid, row.answer), requestHash: row.request_hash?.toString('hex') ?? '' }
    case 'stale':
    case 'gone':
    case 'config':
      return { status: row.status }
    default:
      throw new Error(`loci_write answered ${row.status}`)
  }
}

function firstAnswer(uid: string, answer: string | null) {
  if (answer === null) throw new Error('an entry with a key has no answer')
  // Written by loci_write's json_build_object.
  const { given, ...facts } = JSON.parse(answer) as Omit<WrittenFacts, 'uid'> & { given: unknown }
  return { status: 'repeated', facts: { ...facts, uid }, given } as const
}

/** The entry that this key made within the last 24 hours, for a retry that is refused before it gets to the statement. */
export async function findRepeated(
  client: Queryable,
  params: { tenant: string; scopeId: string; uid: string; idempotencyKey: string },
): Promise<Extract<WriteResult, { status: 'repeated' }> | null> {
  const { rows } = await client.query<{ answer: string | null; request_hash: Buffer | null }>({
    name: 'find-repeated',
    text: `SELECT answer, request_hash FROM entry
      WHERE tenant = $1 AND scope_id = $2 AND thread_uid = $3 AND idempotency_key = $4 AND created_at > now() - interval '24 hours'`,
    values: [params.tenant, params.scopeId, params.uid, params.idempotencyKey],
  })
  const [row] = rows
  return row ? { ...firstAnswer(params.uid, row.answer), requestHash: row.request_hash?.toString('hex') ?? '' } : null
}
