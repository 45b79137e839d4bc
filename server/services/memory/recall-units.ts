import type { Scope } from '../../../memory/scope'
import { exchanges } from '../../../memory/turn'
import type { RecalledUnit } from '../../../memory/window'
import type { Window, WindowPart } from '../../../memory/window-config'
import type { RecallPlace } from '../../../memory/window-selection'
import type { TextRow, ThreadHeader } from '../../store/memory-read'
import { loadRecalled } from '../../store/recalled-rows'
import type { WindowRow } from '../../store/window-rows'
import type { ServiceContext } from '../context'
import { recallMessages } from '../recall/recall-messages'

export type VectorWindow = Extract<WindowPart, { strategy: 'vector' }>

/** The parts of a window that recall: itself, or such providers of a composite one. */
export function recallingParts(window: Window): VectorWindow[] {
  const parts = window.strategy === 'composite' ? window.providers : [window]
  return parts.filter((part) => part.strategy === 'vector')
}

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
 * Recalls for all parts of a window, once for each reach: as many as the part that asks for most. The pure decision gives
 * each part its own.
 */
export async function recall(
  ctx: ServiceContext,
  params: {
    scope: Scope
    thread: RecallThread
    parts: readonly VectorWindow[]
    query: string
  },
): Promise<Recall> {
  const { scope, thread, parts, query } = params
  const hits = new Map<string, Hit>()
  for (const reach of ['thread', 'subject'] as const) {
    const asking = parts.filter((part) => part.reach === reach)
    if (asking.length === 0) continue
    const recalled = await recallMessages(ctx, {
      reach,
      tenant: thread.tenant,
      scopeId: thread.scopeId,
      threadUid: thread.uid,
      query,
      topK: Math.max(...asking.map(({ topK }) => topK)),
      threshold: Math.min(...asking.map(({ threshold }) => threshold)),
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
  const units = new Map<string, RecalledUnit>()
  for (const { seq, found } of recalled.own) {
    const seqs = unitOf.get(seq)
    if (seqs) addUnit(units, recalled.threadUid, { seqs, found })
  }
  for (const { threadUid, found, rows } of recalled.elsewhere) {
    addUnit(units, threadUid, { seqs: rows.map(({ seq }) => seq), found, elsewhere: { threadUid, rows } })
  }
  const best = (unit: RecalledUnit) => Math.min(...(unit.found ?? []).map(({ rank }) => rank))
  return [...units.values()].toSorted((left, right) => best(left) - best(right))
}

/** Two hits in one exchange are one unit; the better place counts. */
function addUnit(units: Map<string, RecalledUnit>, threadUid: string, unit: RecalledUnit): void {
  const key = `${threadUid} ${unit.seqs[0]}`
  const found = [...(units.get(key)?.found ?? []), ...(unit.found ?? [])]
  const places = (['thread', 'subject'] as const).flatMap((reach): RecallPlace[] => {
    const here = found.filter((place) => place.reach === reach)
    if (here.length === 0) return []
    return [
      { reach, rank: Math.min(...here.map(({ rank }) => rank)), score: Math.max(...here.map(({ score }) => score)) },
    ]
  })
  units.set(key, { ...unit, found: places })
}

/** The exchange of each message of a list that holds whole exchanges only. */
export function unitsOfList(rows: readonly WindowRow[]): [seq: number, unit: readonly number[]][] {
  const unitOf = new Map<number, readonly number[]>(rows.map(({ seq }) => [seq, [seq]]))
  for (const { callSeq, resultSeqs } of exchanges(rows).exchanges) {
    const unit = [callSeq, ...resultSeqs].toSorted((left, right) => left - right)
    for (const seq of unit) unitOf.set(seq, unit)
  }
  return [...unitOf]
}
