import { summarizingPart } from '../../../memory/summary-plan'
import { decideWindow } from '../../../memory/window'
import type { Window } from '../../../memory/window-config'
import { configRevision } from '../../store/config-versions'
import { loadTaggedRows, withTexts } from '../../store/memory-tagged'
import { withReach } from '../../store/reach'
import { findThread } from '../../store/threads'
import type { WindowRow } from '../../store/window-rows'
import { resolveWindow } from '../agents/resolve-window'
import type { ServiceContext } from '../context'
import type { ReadQuestion, ReadResult } from './read-memory'
import { decideThread } from './window-view'

/**
 * A read of the entries that carry all of these tags. The window is over the filtered list as if it were the thread:
 * places, turns and running totals are counted in it (W4: tags, window, limit, pair-safety).
 */
export async function readTagged(
  ctx: ServiceContext,
  question: ReadQuestion & { readonly tags: Readonly<Record<string, string>> },
): Promise<ReadResult> {
  const { scope, threadId, tags, limit, runId } = question
  const reach = { kind: 'scope', ...scope } as const
  return withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const thread = await findThread(client, { reach, scopeId, reference: { threadId } })
    const snapshot = await ctx.configs.atLeast(await configRevision(client), client)
    const agentName = question.agentName ?? thread?.agentName
    const resolved = resolveWindow({ snapshot, agentName, thread, call: question.window })
    const { window } = resolved
    if (!thread) {
      return {
        thread,
        resolved,
        decision: decideThread({ rows: [], window, limit, thread }),
        rows: [],
        ...noSummary(window),
      }
    }
    const rows = asList(await loadTaggedRows(client, { thread, tags }))
    const last = rows.at(-1)
    const isNewest = last !== undefined && last.seq === thread.messageCount
    const decision = decideWindow({
      rows,
      window,
      limit,
      totals: { messages: rows.length, tokens: last?.runningTokens ?? 0, lastSeq: rows.length },
      openTurn: {
        turn: last?.turn ?? 0,
        firstSeq: rows.find((row) => row.turn === last?.turn)?.seq ?? 1,
        isOpen: isNewest && thread.turnOpen,
      },
      runId,
      lastRunId: thread.lastRunId,
    })
    const seqs = decision.delivered.map((message) => message.seq)
    const texts = await withTexts(client, { thread, rows, seqs })
    return {
      thread: { ...thread, accessedAt: thread.accessedAt.getTime() },
      resolved,
      decision,
      rows: texts,
      ...noSummary(window),
    }
  })
}

/** A summary stands for the thread from its start; a filtered list has none. */
function noSummary(window: Window): Pick<ReadResult, 'summary' | 'summaryReason'> {
  return { summary: null, summaryReason: summarizingPart(window) ? 'filtered' : undefined }
}

/** The rows with places, turns and running totals of their own, from 1 and without a gap. */
function asList(rows: readonly WindowRow[]): WindowRow[] {
  let turn = 0
  let threadTurn: number | undefined
  let runningTokens = 0
  return rows.map((row, index) => {
    if (row.turn !== threadTurn) turn += 1
    threadTurn = row.turn
    runningTokens += row.tokens
    return { ...row, turn, runningTokens, position: index + 1 }
  })
}
