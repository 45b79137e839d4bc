import type { z } from 'zod'
import { unitsOfList } from '../../../memory/exchange-units'
import { notFound } from '../../errors'
import {
  PREVIEW_MESSAGES,
  type PreviewRow,
  type PreviewWindowInput,
  type PreviewWindowOutput,
} from '../../schemas/agent-preview'
import { pickOwned } from '../../store/agent-threads'
import { withReach } from '../../store/reach'
import { loadExchanges } from '../../store/recalled-rows'
import type { ThreadRow } from '../../store/thread-rows'
import { findThread } from '../../store/threads'
import { loadWindowRows, type WindowRow } from '../../store/window-rows'
import { loadSummaries } from '../../store/window-summaries'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { recall } from '../memory/recall-units'
import { resolveAgent } from './resolve-window'
import { assertAgentSeen } from './seen-agent'
import { windowOwner } from './window-owner'

/** Messages at a thread's start that a window can keep (`keepFirst`). */
const HEAD = 1_000

/**
 * agents.preview: what is needed to try windows on a thread by `decideWindow` (W5), which the desk does at each key press;
 * no texts. Looking changes nothing.
 *
 * @throws NOT_FOUND for a thread that is not there (S3)
 */
export async function previewWindow(
  ctx: ServiceContext,
  { agentName, uid, pick, query }: z.output<typeof PreviewWindowInput>,
): Promise<PreviewWindowOutput> {
  await assertAgentSeen(ctx, agentName)
  const snapshot = await ctx.configs.refresh()
  const saved = resolveAgent(snapshot, agentName)
  const reach = callerReach(ctx.principal)
  const found = await withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const thread =
      uid === undefined
        ? await pickOwned(client, { owner: windowOwner(snapshot, agentName), reach, scopeId, pick })
        : await findThread(client, { reach, scopeId, reference: { uid } })
    if (!thread) {
      if (uid !== undefined) throw notFound('thread')
      return null
    }
    const bounds = { maxMessages: PREVIEW_MESSAGES, maxTokens: null, maxTurns: null, head: HEAD, from: null }
    const [rows = []] = await loadWindowRows(client, [{ thread, bounds }])
    const [known] = await loadSummaries(client, [thread])
    return { thread, rows, summary: known?.summary ?? null }
  })
  if (!found) return { saved, thread: null, rows: [], summary: null, recalled: null }
  const { thread, summary } = found
  const asked = query?.trim() ? await recalledIn(ctx, { thread, query }) : null
  return {
    saved,
    thread: threadView(thread),
    rows: united(found.rows, asked?.rows ?? []).map(rowView),
    summary: summary ? { version: summary.version, toSeq: summary.toSeq, tokens: summary.tokens } : null,
    recalled: asked?.hits ?? null,
  }
}

/** As much as any window may ask for (W1): which of it a draft takes, `hitsFor` says. */
const ALL_REACHES = [
  { reach: 'thread', topK: 200, threshold: 0 },
  { reach: 'subject', topK: 200, threshold: 0 },
] as const

async function recalledIn(ctx: ServiceContext, { thread, query }: { thread: ThreadRow; query: string }) {
  const { tenant, subject } = thread
  const scope = { tenant, subject }
  const { own, elsewhere } = await recall(ctx, { scope, thread, questions: [...ALL_REACHES], query })
  const rows =
    own.length === 0
      ? []
      : await withReach(ctx.database.pools.application, { kind: 'scope', ...scope }, ({ client }) =>
          loadExchanges(client, { thread, seqs: own.map(({ seq }) => seq) }),
        )
  const unitOf = new Map(unitsOfList(rows))
  const hits: NonNullable<z.infer<typeof PreviewWindowOutput>['recalled']> = [
    ...own.flatMap(({ threadUid, seq, found }) => {
      const seqs = unitOf.get(seq)
      return seqs ? [{ threadUid, seq, seqs: [...seqs], found: [...found], elsewhere: null }] : []
    }),
    ...elsewhere.map(({ threadUid, seq, found, rows: unit }) => ({
      threadUid,
      seq,
      seqs: unit.map((row) => row.seq),
      found: [...found],
      elsewhere: unit.map(rowView),
    })),
  ]
  return { rows, hits }
}

/** Both in seq order, each row once. */
function united(rows: readonly WindowRow[], more: readonly WindowRow[]): WindowRow[] {
  const bySeq = new Map([...more, ...rows].map((row) => [row.seq, row]))
  return [...bySeq.values()].sort((left, right) => left.seq - right.seq)
}

function threadView(thread: ThreadRow): NonNullable<PreviewWindowOutput['thread']> {
  const { uid, threadId, tenant, subject, title, agentName, messageCount, tokenCount, counter } = thread
  const { lastTurn, lastTurnSeq, turnOpen } = thread
  return {
    uid,
    threadId,
    scope: { tenant, subject },
    title,
    agentName,
    messageCount,
    tokenCount,
    counter,
    lastTurn,
    lastTurnSeq,
    turnOpen,
    hasOwnWindow: thread.window !== null,
  }
}

function rowView(row: WindowRow): PreviewRow {
  const { seq, role, turn, tokens, runningTokens, callIds, toolCallId, isEmpty, isPinned } = row
  return [seq, role, turn, tokens, runningTokens, [...callIds], toolCallId, isEmpty, isPinned ?? false]
}
