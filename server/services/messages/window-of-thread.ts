import type { z } from 'zod'
import { MESSAGE_LIMIT } from '../../schemas/memory'
import type { WindowOfThreadInput, WindowOfThreadOutput } from '../../schemas/messages'
import { configRevision } from '../../store/config-versions'
import { pinnedSeqs } from '../../store/pins'
import { loadStretch, type WindowRow } from '../../store/window-rows'
import { resolveWindow } from '../agents/resolve-window'
import type { ServiceContext } from '../context'
import { decideThreads } from '../memory/decide-threads'
import { summaryReason } from '../memory/summary-reason'
import { callLimit, decideThread, windowView } from '../memory/window-view'
import { openThread } from './open-thread'

/**
 * messages.window: what the thread's agent sees of it now, and for each seq of the page in or out and why (W5). Equals
 * what memory.read without a question would give a new run. At most 10,000 seqs a call.
 */
export async function windowOfThread(
  ctx: ServiceContext,
  input: z.output<typeof WindowOfThreadInput>,
): Promise<z.infer<typeof WindowOfThreadOutput>> {
  return openThread(ctx, input, async (client, thread) => {
    const snapshot = await ctx.configs.atLeast(await configRevision(client), client)
    const resolved = resolveWindow({ snapshot, agentName: thread.agentName, thread })
    const { window } = resolved
    const limit = callLimit(undefined)
    const [seen] = await decideThreads(client, [{ thread, window, limit }])
    const { from } = input
    const to = Math.min(input.to ?? thread.messageCount, thread.messageCount, from + MESSAGE_LIMIT - 1)
    const page = await loadStretch(client, { thread, from, to })
    // The same decision on more rows: those of the page get their reasons, the window stays what it is.
    const summary = seen?.summary ?? null
    const decision = decideThread({ rows: united(seen?.rows ?? [], page), window, limit, thread, summary })
    const { messageCount, counter } = thread
    const pins = await pinnedSeqs(client, thread)
    const why = summaryReason(ctx, { window, messageCount, summary, failure: seen?.reason ?? null, decision })
    return {
      window: windowView({ resolved, decision, thread, summaryReason: why }, counter),
      settings: window,
      ownVersion: thread.windowVersion,
      totalTurns: thread.lastTurn,
      pinned: pins.length,
      pins,
      items: decision.items
        .filter(({ seq }) => seq >= from && seq <= to)
        .map(({ seq, isIn, reason }) => ({ seq, isIn, reason })),
    }
  })
}

/** Both in seq order; what a window needs of its rows (pins with their exchanges) wins over the page's. */
function united(windowRows: readonly WindowRow[], page: readonly WindowRow[]): WindowRow[] {
  const bySeq = new Map(page.map((row) => [row.seq, row]))
  for (const row of windowRows) bySeq.set(row.seq, row)
  return [...bySeq.values()].sort((left, right) => left.seq - right.seq)
}
