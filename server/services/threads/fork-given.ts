import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { splitBySelection } from '../../../memory/fork'
import type { ModelMessage } from '../../../memory/message'
import { exchanges, numberTurns } from '../../../memory/turn'
import { actorName } from '../../auth/principal'
import { LociError } from '../../errors'
import { writeEntry } from '../../store/memory-write'
import type { ThreadRow } from '../../store/thread-rows'
import { loadForkRows } from '../../store/threads-fork-rows'
import type { ServiceContext } from '../context'
import {
  incomingMessage,
  listLines,
  newMessages,
  type PreparedMessage,
  prepareMessages,
} from '../memory/prepare-messages'
import { summaryCheck } from '../summaries/render-summary'

/**
 * The messages that a caller gives a fork (the SDK's `transform`), as they came (M2), without instructions (M1), and
 * without the exchanges that it split: of the source's, those of which a part is missing, and results without their call.
 *
 * @throws INVALID_INPUT when two of them have one id.
 */
export async function prepareGiven(
  client: PoolClient,
  params: { ctx: ServiceContext; source: ThreadRow; messages: readonly ModelMessage[] },
): Promise<{ messages: readonly PreparedMessage[]; dropped: number }> {
  const { ctx, source } = params
  const { messages } = prepareMessages(params.messages, ctx.messageTexts, summaryCheck(ctx.signer))
  const ids = messages.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw new LociError('INVALID_INPUT', 'messages: two of them have the same id.')
  const split = await idsOfSplitExchanges(client, source, new Set(ids))
  const kept = withoutOrphans(messages.filter(({ id }) => id === undefined || !split.has(id)))
  return { messages: kept, dropped: messages.length - kept.length }
}

async function idsOfSplitExchanges(
  client: PoolClient,
  source: ThreadRow,
  given: ReadonlySet<string>,
): Promise<Set<string>> {
  if (given.size === 0) return new Set()
  const rows = await loadForkRows(client, { thread: source, from: 1, to: source.messageCount })
  const split = splitBySelection(rows, new Set(rows.filter(({ id }) => given.has(id)).map(({ seq }) => seq)))
  return new Set(rows.filter(({ seq }) => split.has(seq)).map(({ id }) => id))
}

function withoutOrphans(messages: readonly PreparedMessage[]): readonly PreparedMessage[] {
  const shapes = messages.map(incomingMessage)
  const turns = numberTurns(shapes)
  const { orphans } = exchanges(shapes.map((shape, index) => ({ ...shape, seq: index, turn: turns[index] ?? 1 })))
  const left = new Set(orphans)
  return messages.filter((_, index) => !left.has(index))
}

/** Stores the given messages as the only entry of the new fork, whose row is there already. */
export async function writeGiven(
  client: PoolClient,
  params: {
    ctx: ServiceContext
    source: ThreadRow
    fork: { uid: string; threadId: string }
    messages: readonly PreparedMessage[]
    configRevision: number
  },
): Promise<void> {
  const { source, fork, messages } = params
  if (messages.length === 0) return
  const written = await writeEntry(client, {
    scope: { tenant: source.tenant, subject: source.subject },
    threadId: fork.threadId,
    decision: {
      expect: { uid: fork.uid, revision: null },
      configRevision: params.configRevision,
      entryId: uuidv7(),
      newUid: fork.uid,
      newScopeId: source.scopeId,
      entry: {
        mode: 'append',
        agentName: source.agentName ?? undefined,
        runId: undefined,
        counter: source.counter,
        run: null,
        writtenBy: actorName(params.ctx.principal),
        idempotencyKey: undefined,
        requestHash: '',
        metadata: undefined,
        tags: undefined,
        expiresAt: null,
      },
      read: null,
      recallQuery: null,
      conflicts: null,
      answer: null,
      ...listLines(messages),
      ...newMessages(messages, []),
    },
  })
  if (written.status !== 'stored') {
    throw new LociError('UNAVAILABLE', 'The settings changed while the fork was made: try again.', {
      retryAfterMs: 100,
    })
  }
}
