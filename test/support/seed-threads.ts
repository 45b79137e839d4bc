import { uuidv7 } from 'uuidv7'
import type { ModelMessage } from '../../memory/message'
import type { Scope } from '../../memory/scope'
import { COUNTER } from '../../memory/token-counter'
import { listLines, newMessages, prepareMessages } from '../../server/services/memory/prepare-messages'
import { writeEntry } from '../../server/store/memory-write'
import { withReach } from '../../server/store/reach'
import { loadStretch } from '../../server/store/window-rows'
import type { TestDatabase } from './database'

export interface SeededWrite {
  scope: Scope
  threadId: string
  messages: ModelMessage[]
  texts?: string[]
  tags?: Record<string, string>
  agentName?: string
  runId?: string
}

/** Appends messages as one entry, through the function of the hot path; answers the thread's uid. */
export async function seedWrite(database: TestDatabase, write: SeededWrite): Promise<string> {
  const { scope, threadId } = write
  const list = prepareMessages(write.messages, write.texts).messages
  return withReach(database.pools.background, { kind: 'scope', ...scope }, async ({ client, scopeId }) => {
    const { rows } = await client.query<{ uid: string; from: number; to: number; config: string }>(
      `SELECT t.uid, t.last_turn_seq AS from, CASE WHEN t.turn_open THEN t.message_count ELSE 0 END AS to
       FROM thread t WHERE t.tenant = $1 AND t.scope_id = $2 AND t.thread_id = $3 AND t.deleted_at IS NULL`,
      [scope.tenant, scopeId, threadId],
    )
    const [known] = rows
    const openTurn =
      known && scopeId
        ? await loadStretch(client, { thread: { tenant: scope.tenant, scopeId, uid: known.uid }, ...known })
        : []
    const installation = await client.query<{ revision: number }>(
      'SELECT config_revision::int AS revision FROM installation WHERE id = 1',
    )
    const result = await writeEntry(client, {
      scope,
      threadId,
      decision: {
        expect: { uid: null, revision: null },
        configRevision: installation.rows[0]?.revision ?? 0,
        entryId: uuidv7(),
        newUid: uuidv7(),
        newScopeId: uuidv7(),
        entry: {
          mode: 'append',
          agentName: write.agentName,
          runId: write.runId,
          counter: COUNTER,
          run: null,
          writtenBy: 'a test',
          idempotencyKey: undefined,
          requestHash: '00',
          metadata: undefined,
          tags: write.tags,
          expiresAt: null,
        },
        read: null,
        recallQuery: null,
        conflicts: null,
        answer: null,
        ...listLines(list),
        ...newMessages(list, openTurn),
      },
    })
    if (result.status !== 'stored') throw new Error(`the write was answered with ${result.status}`)
    return result.facts.uid
  })
}

export function user(content: string, more: Partial<ModelMessage> = {}): ModelMessage {
  return { role: 'user', content, ...more }
}

export function assistant(content: string, more: Partial<ModelMessage> = {}): ModelMessage {
  return { role: 'assistant', content, ...more }
}

/** An assistant message that calls a tool once for each of these ids. */
export function calls(...ids: string[]): ModelMessage {
  return { role: 'assistant', content: null, toolCalls: ids.map((id) => ({ id, name: 'look_up', arguments: { id } })) }
}

export function result(toolCallId: string, content = 'found'): ModelMessage {
  return { role: 'tool', toolCallId, content }
}
