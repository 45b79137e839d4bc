import { summarizingPart } from '../../../memory/summary-plan'
import type { Window } from '../../../memory/window-config'
import { readThread, type TextRow, type ThreadHeader, type ThreadRead } from '../../store/memory-read'
import { withTexts } from '../../store/memory-tagged'
import { withReach } from '../../store/reach'
import type { WindowBounds } from '../../store/window-rows'
import { resolveWindow } from '../agents/resolve-window'
import type { ServiceContext } from '../context'
import type { ReadQuestion, ReadResult } from './read-memory'
import { summaryReason } from './summary-reason'
import { boundsCover, boundsOf, decideThread, earlierThan } from './window-view'

/** A read without filters: in the ordinary case one round trip (W4). */
export async function readWindow(ctx: ServiceContext, question: ReadQuestion): Promise<ReadResult> {
  const { scope, threadId, limit, runId } = question
  let snapshot = await ctx.configs.get()
  const resolve = (thread: ThreadHeader | null) =>
    resolveWindow({ snapshot, agentName: question.agentName ?? thread?.agentName, thread, call: question.window })

  let asked = wantedBy(resolve(null).window, limit)
  for (let further = 0; ; ) {
    const read = await readThread(ctx.database.pools.application, { scope, threadId, ...asked })
    const { thread, rows, summary } = read
    if (read.configRevision !== snapshot.revision) snapshot = await ctx.configs.atLeast(read.configRevision)
    const resolved = resolve(thread)
    const { window } = resolved
    const wanted = wantedBy(window, limit)
    if (thread && asked.bounds.from === null && !covers(asked, wanted)) {
      asked = wanted
      continue
    }
    const decision = decideThread({ rows, window, limit, thread, runId, summary })
    if (thread && decision.needsEarlier && asked.bounds.from !== 1) {
      asked = { ...wanted, bounds: { ...wanted.bounds, from: earlierThan(rows, thread, further) } }
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
      summaryReason: summaryReason({ window, messageCount, summary, failure: read.summaryReason, decision }),
    }
  }
}

/** What a window asks the store for. */
interface Wanted {
  readonly bounds: WindowBounds
  readonly withSummary: boolean
}

function wantedBy(window: Window, limit: number): Wanted {
  return { bounds: boundsOf(window, limit), withSummary: summarizingPart(window) !== undefined }
}

function covers(asked: Wanted, wanted: Wanted): boolean {
  return boundsCover(asked.bounds, wanted.bounds) && (asked.withSummary || !wanted.withSummary)
}

/** What was loaded holds its texts, but for when that was more than fits into an answer: then those of what is delivered. */
async function textRows(
  ctx: ServiceContext,
  read: Pick<ThreadRead, 'thread' | 'rows'> & { question: ReadQuestion; seqs: readonly number[] },
): Promise<readonly TextRow[]> {
  const { thread, question, rows, seqs } = read
  if (!thread || rows.every((row): row is TextRow => row.raw !== null)) return rows as readonly TextRow[]
  return withReach(ctx.database.pools.application, { kind: 'scope', ...question.scope }, ({ client }) =>
    withTexts(client, { thread, rows, seqs }),
  )
}
