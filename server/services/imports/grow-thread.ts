import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { COUNTER } from '../../../memory/token-counter'
import { LociError } from '../../errors'
import { ensureAgent } from '../../store/agents'
import { restoreNewest } from '../../store/imports'
import { openTurnCalls } from '../../store/memory-align'
import { writeEntry } from '../../store/memory-write'
import type { ThreadRow } from '../../store/thread-rows'
import { listLines, newMessages, type PreparedMessage } from '../memory/prepare-messages'
import type { ThreadImport } from './import-threads'
import { restoreMessagesOf } from './restore-thread'

interface Growing {
  readonly stored: ThreadRow
  /** What the line has beyond it; at least one. */
  readonly fresh: readonly PreparedMessage[]
  readonly given: ThreadImport
  readonly configRevision: number
  readonly actor: string
}

/**
 * Appends to a thread that was imported before what its line has more, with its entries, runs and times. All else that the
 * line says of the thread is left: people may have changed it since.
 *
 * @throws CONFLICT when somebody writes to the thread meanwhile
 */
export async function growThread(client: PoolClient, growing: Growing): Promise<void> {
  const { stored, fresh, given, configRevision, actor } = growing
  const openTurn = await openTurnCalls(client, { ...stored, redactions: [] })
  const entryId = uuidv7()
  const written = await writeEntry(client, {
    scope: given.scope,
    threadId: stored.threadId,
    decision: {
      expect: { uid: stored.uid, revision: stored.revision },
      configRevision,
      entryId,
      newUid: uuidv7(),
      newScopeId: uuidv7(),
      entry: importedEntry({ agentName: given.thread.agentName ?? given.agentName, actor }),
      read: null,
      recallQuery: null,
      conflicts: null,
      answer: null,
      ...listLines(fresh),
      ...newMessages(fresh, openTurn),
    },
  })
  if (written.status !== 'stored') throw changedMeanwhile()
  const now = new Date().toISOString()
  const restoring = { key: stored, entryId, messages: fresh, given, actor, after: stored.messageCount, now }
  const { entries, times } = await restoreMessagesOf(client, restoring)
  const lastRunId = entries.at(-1)?.runId ?? null
  await restoreNewest(client, { thread: stored, lastRunId, lastMessageAt: times.at(-1) ?? now })
  for (const name of new Set(entries.flatMap(({ agentName }) => agentName ?? []))) await ensureAgent(client, name)
}

/** The entry by which an import stores messages, before they get their own. */
export function importedEntry({ agentName, actor }: { agentName: string | undefined; actor: string }) {
  return {
    mode: 'append',
    agentName,
    runId: undefined,
    counter: COUNTER,
    run: null,
    writtenBy: actor,
    idempotencyKey: undefined,
    requestHash: '',
    metadata: undefined,
    tags: undefined,
    expiresAt: null,
  } as const
}

export function changedMeanwhile(): LociError {
  return new LociError('CONFLICT', 'it changed while it was imported: try again')
}
