import type { MemoryEntry } from '../contract'
import type { SessionLog, StoredRow } from './session-log'
import { messageOf } from './session-read'

/** What was written into a session, oldest first, as AgentLIB's entries. */
export function entriesOf<TMessage extends object>(session: SessionLog): MemoryEntry<TMessage>[] {
  const rowsOf = new Map<string, StoredRow[]>()
  for (const row of session.rows) {
    const rows = rowsOf.get(row.body.entryId)
    if (rows) rows.push(row)
    else rowsOf.set(row.body.entryId, [row])
  }
  return session.entries.map(({ id, createdAt, facts }) => {
    const rows = rowsOf.get(id) ?? []
    const { agentName, runId, tags, metadata } = facts
    return {
      id,
      sessionId: session.id,
      // They are what the agent wrote.
      messages: rows.map(messageOf) as object[] as TMessage[],
      metadata: {
        ...metadata,
        createdAt: new Date(createdAt),
        accessedAt: new Date(session.accessedAt),
        tags: { ...tags },
        tokenCount: rows.reduce((total, { tokens }) => total + tokens, 0),
        ...(agentName === undefined ? {} : { agentName }),
        ...(runId === undefined ? {} : { runId }),
        ...(session.expiresAt === null ? {} : { expiresAt: new Date(session.expiresAt) }),
      },
    }
  })
}
