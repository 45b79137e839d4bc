import { type recallQuestions, unitsOfHits } from '../../../memory/recalled-hits'
import type { Scope } from '../../../memory/scope'
import type { RecalledUnit } from '../../../memory/window'
import type { RecallPlace } from '../../../memory/window-selection'
import type { TextRow, ThreadHeader } from '../../store/memory-read'
import { loadRecalled } from '../../store/recalled-rows'
import type { ServiceContext } from '../context'
import { recallMessages } from '../recall/recall-messages'

/** A message that a question recalled, and where it stood in the list of each reach. */
interface Hit {
  readonly threadUid: string
  readonly seq: number
  readonly found: readonly RecallPlace[]
}

export interface Recall {
  readonly threadUid: string
  /** In the thread itself. */
  readonly own: readonly Hit[]
  /** In other threads of its subject, each with its whole exchange. */
  readonly elsewhere: readonly (Hit & { readonly rows: readonly TextRow[] })[]
}

export type RecallThread = Pick<ThreadHeader, 'tenant' | 'scopeId' | 'uid'>

/**
 * Recalls for all parts of a window, once for each reach. The pure decision gives each part its own.
 */
export async function recall(
  ctx: ServiceContext,
  params: {
    scope: Scope
    thread: RecallThread
    /** What is asked for within each reach. */
    questions: ReturnType<typeof recallQuestions>
    query: string
  },
): Promise<Recall> {
  const { scope, thread, questions, query } = params
  const hits = new Map<string, Hit>()
  for (const { reach, topK, threshold } of questions) {
    const recalled = await recallMessages(ctx, {
      reach,
      tenant: thread.tenant,
      scopeId: thread.scopeId,
      threadUid: thread.uid,
      query,
      topK,
      threshold,
    })
    for (const [rank, { threadUid, seq, score }] of recalled.entries()) {
      const key = `${threadUid} ${seq}`
      const known = hits.get(key)?.found ?? []
      hits.set(key, { threadUid, seq, found: [...known, { reach, rank, score }] })
    }
  }
  const all = [...hits.values()]
  const foreign = all.filter(({ threadUid }) => threadUid !== thread.uid)
  const rows = await loadRecalled(ctx.database.pools.application, { scope, hits: foreign })
  return {
    threadUid: thread.uid,
    own: all.filter(({ threadUid }) => threadUid === thread.uid),
    elsewhere: foreign.flatMap((hit, index) => {
      const unit = rows[index] ?? []
      return unit.length > 0 ? [{ ...hit, rows: unit }] : []
    }),
  }
}

/**
 * What was recalled as whole exchanges, each once (W3).
 * @param ownUnits for each of the thread's own hits the seqs of its exchange, ascending; those without are left out
 */
export function recalledUnits(
  recalled: Recall,
  ownUnits: readonly (readonly [seq: number, unit: readonly number[]])[],
): RecalledUnit[] {
  const unitOf = new Map(ownUnits)
  const { threadUid, own, elsewhere } = recalled
  return unitsOfHits([
    ...own.flatMap((hit) => {
      const seqs = unitOf.get(hit.seq)
      return seqs ? [{ ...hit, threadUid, seqs }] : []
    }),
    ...elsewhere.map(({ rows, ...hit }) => ({
      ...hit,
      seqs: rows.map(({ seq }) => seq),
      elsewhere: { threadUid: hit.threadUid, rows },
    })),
  ])
}
