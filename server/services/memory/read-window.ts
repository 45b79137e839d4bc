import { recallQuestions } from '../../../memory/recalled-hits'
import { summarizingPart } from '../../../memory/summary-plan'
import type { Window } from '../../../memory/window-config'
import { limitsOf } from '../../../memory/window-limits'
import { readThread, type TextRow, type ThreadHeader, type ThreadRead } from '../../store/memory-read'
import { withTexts } from '../../store/memory-tagged'
import { withReach } from '../../store/reach'
import type { WindowBounds } from '../../store/window-rows'
import { resolveWindow } from '../agents/resolve-window'
import type { ServiceContext } from '../context'
import { readFiltered } from './read-filtered'
import type { ReadQuestion, ReadResult } from './read-memory'
import { type Recall, type RecallThread, recall, recalledUnits } from './recall-units'
import { summaryReason } from './summary-reason'
import { boundsCover, boundsOf, decideThread, earlierThan } from './window-view'

/**
 * A read without tags: in the ordinary case one round trip (W4). With a query, windows that recall do so first; of other
 * windows it is a filtered read.
 */
export async function readWindow(ctx: ServiceContext, question: ReadQuestion): Promise<ReadResult> {
  const { scope, threadId, limit, runId, query } = question
  let snapshot = await ctx.configs.get()
  const resolve = (thread: ThreadHeader | null) =>
    resolveWindow({ snapshot, agentName: question.agentName ?? thread?.agentName, thread, call: question.window })

  let asked: Wanted & { seqs?: number[] } = query === undefined ? wantedBy(resolve(null).window, limit) : FACTS_ONLY
  let recalled: Recall | undefined
  for (let further = 0; ; ) {
    const read = await readThread(ctx.database.pools.application, { scope, threadId, ...asked })
    const { thread, rows, summary } = read
    if (read.configRevision !== snapshot.revision) snapshot = await ctx.configs.atLeast(read.configRevision)
    const resolved = resolve(thread)
    const { window } = resolved
    const wanted = wantedBy(window, limit)
    const place = placeOf(read, scope.tenant)
    if (place && query !== undefined && !limitsOf(window, limit).nothing) {
      const questions = recallQuestions(window)
      if (questions.length === 0) return readFiltered(ctx, question)
      if (recalled?.threadUid !== place.uid) {
        recalled = await recall(ctx, { scope, thread: place, questions, query })
        asked = { ...wanted, seqs: recalled.own.map(({ seq }) => seq) }
        continue
      }
    }
    if (thread && asked.bounds.from === null && !covers(asked, wanted)) {
      asked = { ...asked, ...wanted }
      continue
    }
    const units = recalled && recalledUnits(recalled, read.units)
    const decision = decideThread({ rows, window, limit, thread, runId, summary, recalled: units })
    if (thread && decision.needsEarlier && asked.bounds.from !== 1) {
      asked = { ...asked, ...wanted, bounds: { ...wanted.bounds, from: earlierThan(rows, thread, further) } }
      further += 1
      continue
    }
    const messageCount = thread?.messageCount ?? 0
    return {
      thread,
      resolved,
      decision,
      rows: await textRows(ctx, { thread, rows, question, seqs: decision.delivered.map(({ seq }) => seq) }),
      summary,
      summaryReason: summaryReason(ctx, { window, messageCount, summary, failure: read.summaryReason, decision }),
      recall: recalled,
    }
  }
}

/** Where a question is asked: a thread that does not exist yet can still recall what others of its subject hold. */
function placeOf({ thread, scopeId }: ThreadRead, tenant: string): RecallThread | null {
  return thread ?? (scopeId === null ? null : { tenant, scopeId, uid: NO_THREAD })
}

const NO_THREAD = '00000000-0000-0000-0000-000000000000'

/** What a window asks the store for. */
interface Wanted {
  readonly bounds: WindowBounds
  readonly withSummary: boolean
}

/** Enough to find out what the query is asked of. */
const FACTS_ONLY: Wanted = {
  bounds: { maxMessages: 0, maxTokens: 0, maxTurns: 0, head: 0, from: null },
  withSummary: false,
}

function wantedBy(window: Window, limit: number): Wanted {
  return { bounds: boundsOf(window, limit), withSummary: summarizingPart(window) !== undefined }
}

function covers(asked: Wanted, wanted: Wanted): boolean {
  return boundsCover(asked.bounds, wanted.bounds) && (asked.withSummary || !wanted.withSummary)
}

/** What was loaded holds its texts, but for those that were more than their share: then those of what is delivered. */
async function textRows(
  ctx: ServiceContext,
  read: Pick<ThreadRead, 'thread' | 'rows'> & { question: ReadQuestion; seqs: readonly number[] },
): Promise<readonly TextRow[]> {
  const { thread, question, rows, seqs } = read
  const isMissing = ({ seq, raw }: (typeof rows)[number]) => raw === null && seqs.includes(seq)
  // What is delivered has its text then, and of the rest nobody wants it.
  if (!thread || !rows.some(isMissing)) return rows as readonly TextRow[]
  return withReach(ctx.database.pools.application, { kind: 'scope', ...question.scope }, ({ client }) =>
    withTexts(client, { thread, rows, seqs }),
  )
}
