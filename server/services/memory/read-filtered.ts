import type { PoolClient } from 'pg'
import { unitsOfList } from '../../../memory/exchange-units'
import { asList, listFacts } from '../../../memory/filtered-list'
import { recallingParts } from '../../../memory/recalled-hits'
import { summarizingPart } from '../../../memory/summary-plan'
import { decideWindow, type RecalledUnit } from '../../../memory/window'
import { configRevision } from '../../store/config-versions'
import { loadTaggedRows, withTexts } from '../../store/memory-tagged'
import { withReach } from '../../store/reach'
import { commonWords, recallRows } from '../../store/recall'
import { queryTerms, soughtTerms } from '../../store/recall-query'
import { loadExchanges } from '../../store/recalled-rows'
import type { ThreadRow } from '../../store/thread-rows'
import { findThread } from '../../store/threads'
import type { WindowRow } from '../../store/window-rows'
import { type ResolvedWindow, resolveWindow } from '../agents/resolve-window'
import type { ServiceContext } from '../context'
import type { ReadQuestion, ReadResult } from './read-memory'
import { recall, recalledUnits } from './recall-units'

/** More than any part recalls by itself: what is recalled is then looked for among what the tags left. */
const RECALL_AMONG_TAGGED = 200

/**
 * A read of the entries that carry all of these tags, or of what a query names. The window is over the filtered list as if
 * it were the thread: places, turns and running totals are counted in it (W4: tags, query, window, limit, pair-safety).
 *
 * A query narrows a list to the messages that hold any of its words, each with its whole exchange: at most 300, those with
 * the most words before the newest. For windows that recall it narrows nothing; they recall among what the tags left.
 */
export async function readFiltered(ctx: ServiceContext, question: ReadQuestion): Promise<ReadResult> {
  const { scope, query } = question
  const pool = ctx.database.pools.application
  const reach = { kind: 'scope', ...scope } as const
  const found = await withReach(pool, reach, async ({ client, scopeId }) => {
    const list = await loadList(ctx, client, { question, scopeId })
    const recalls = list.thread !== null && query !== undefined && recallingParts(list.resolved.window).length > 0
    return recalls ? { list } : { result: await decideList(client, { ...list, question, recalled: undefined }) }
  })
  if (found.result) return found.result
  // Outside of the transaction: recall takes a connection of its own.
  const { list } = found
  const recalled = await recallInList(ctx, { question, list })
  return withReach(pool, reach, ({ client }) => decideList(client, { ...list, question, recalled }))
}

interface FilteredList {
  readonly thread: ThreadRow | null
  readonly resolved: ResolvedWindow
  readonly rows: readonly WindowRow[]
}

async function loadList(
  ctx: ServiceContext,
  client: PoolClient,
  { question, scopeId }: { question: ReadQuestion; scopeId: string | null },
): Promise<FilteredList> {
  const { scope, threadId, tags, query } = question
  const reach = { kind: 'scope', ...scope } as const
  const thread = await findThread(client, { reach, scopeId, reference: { threadId } })
  const snapshot = await ctx.configs.atLeast(await configRevision(client), client)
  const agentName = question.agentName ?? thread?.agentName
  const resolved = resolveWindow({ snapshot, agentName, thread, call: question.window })
  if (!thread) return { thread, resolved, rows: [] }
  const tagged = tags && (await loadTaggedRows(client, { thread, tags }))
  const isNarrowed = query !== undefined && (recallingParts(resolved.window).length === 0 || tagged === undefined)
  if (!isNarrowed) return { thread, resolved, rows: asList(tagged ?? []) }
  const matching = await loadExchanges(client, { thread, seqs: await matchingSeqs(client, thread, query) })
  const seqs = new Set(matching.map(({ seq }) => seq))
  return { thread, resolved, rows: asList(tagged?.filter(({ seq }) => seqs.has(seq)) ?? matching) }
}

/** Seqs of the messages that hold any of the query's words, by index. */
async function matchingSeqs(client: PoolClient, thread: ThreadRow, query: string): Promise<number[]> {
  const terms = queryTerms(query)
  const shares = await commonWords(
    client,
    terms.map(({ word }) => word),
  )
  const reach = { tenant: thread.tenant, scopeId: thread.scopeId, threadUid: thread.uid }
  const rows = await recallRows(client, { reach, terms, sought: soughtTerms(terms, shares), roles: null })
  return rows.map(({ seq }) => seq)
}

async function recallInList(
  ctx: ServiceContext,
  { question, list }: { question: ReadQuestion; list: FilteredList },
): Promise<RecalledUnit[]> {
  const { thread, resolved, rows } = list
  if (!thread) return []
  // Tags are of this thread's entries, so nothing of another one is in the list.
  const parts = recallingParts(resolved.window)
  const threshold = Math.min(...parts.map((part) => part.threshold))
  const questions = parts.length > 0 ? [{ reach: 'thread' as const, topK: RECALL_AMONG_TAGGED, threshold }] : []
  const found = await recall(ctx, { scope: question.scope, thread, questions, query: question.query ?? '' })
  return recalledUnits(found, unitsOfList(rows)).map((unit) => ({
    ...unit,
    found: (unit.found ?? []).flatMap((place) => [place, { ...place, reach: 'subject' as const }]),
  }))
}

async function decideList(
  client: PoolClient,
  list: FilteredList & { question: ReadQuestion; recalled: readonly RecalledUnit[] | undefined },
): Promise<ReadResult> {
  const { thread, resolved, rows, question, recalled } = list
  const { window } = resolved
  const decision = decideWindow({
    rows,
    window,
    limit: question.limit,
    ...listFacts(rows, thread),
    runId: question.runId,
    lastRunId: thread?.lastRunId,
    recalled,
  })
  const seqs = decision.delivered.map((message) => message.seq)
  return {
    thread: thread && { ...thread, accessedAt: thread.accessedAt.getTime() },
    resolved,
    decision,
    rows: thread ? await withTexts(client, { thread, rows, seqs }) : [],
    // A summary stands for the thread from its start; a filtered list has none.
    summary: null,
    summaryReason: summarizingPart(window) ? 'filtered' : undefined,
    recall: recalled && { elsewhere: [] },
  }
}
