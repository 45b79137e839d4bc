import type { Window, WindowPart } from './window-config'
import type { RecalledUnit, RecallPlace } from './window-selection'

/** A message that a question recalled, with its whole exchange, and where it stood in the list of each reach. */
export interface RecalledHit {
  readonly threadUid: string
  /** The message itself. */
  readonly seq: number
  /** Its exchange, ascending, the message among them. */
  readonly seqs: readonly number[]
  readonly found: readonly RecallPlace[]
  /** With its rows where it is of another thread. */
  readonly elsewhere?: RecalledUnit['elsewhere']
}

type VectorWindow = Extract<WindowPart, { strategy: 'vector' }>

/** The parts of a window that recall: itself, or such providers of a composite one. */
export function recallingParts(window: Window): VectorWindow[] {
  const parts = window.strategy === 'composite' ? window.providers : [window]
  return parts.filter((part) => part.strategy === 'vector')
}

/** What is asked for within each reach that a part asks for: as many as the most, at least as alike as the least. */
export function recallQuestions(window: Window): { reach: 'thread' | 'subject'; topK: number; threshold: number }[] {
  const parts = recallingParts(window)
  return (['thread', 'subject'] as const).flatMap((reach) => {
    const asking = parts.filter((part) => part.reach === reach)
    if (asking.length === 0) return []
    const topK = Math.max(...asking.map((part) => part.topK))
    return [{ reach, topK, threshold: Math.min(...asking.map((part) => part.threshold)) }]
  })
}

/** Of hits that were asked for without regard to a window: those that this window would have asked for, ranked anew. */
export function hitsFor(window: Window, hits: readonly RecalledHit[]): RecalledHit[] {
  const chosen = new Map<RecalledHit, RecallPlace[]>()
  for (const { reach, topK, threshold } of recallQuestions(window)) {
    const ranked = hits
      .flatMap((hit) => {
        const place = hit.found.find((known) => known.reach === reach && known.score >= threshold)
        return place ? [{ hit, place }] : []
      })
      .sort((left, right) => left.place.rank - right.place.rank)
      .slice(0, topK)
    for (const [rank, { hit, place }] of ranked.entries()) {
      chosen.set(hit, [...(chosen.get(hit) ?? []), { ...place, rank }])
    }
  }
  return [...chosen].map(([hit, found]) => ({ ...hit, found }))
}

/** Hits as whole exchanges, each once, best first; those of the thread itself before others of the same rank (W3). */
export function unitsOfHits(hits: readonly RecalledHit[]): RecalledUnit[] {
  const units = new Map<string, RecalledUnit>()
  for (const isElsewhere of [false, true]) {
    for (const hit of hits) if ((hit.elsewhere !== undefined) === isElsewhere) addUnit(units, hit)
  }
  const best = (unit: RecalledUnit) => Math.min(...(unit.found ?? []).map(({ rank }) => rank))
  return [...units.values()].toSorted((left, right) => best(left) - best(right))
}

/** Two hits in one exchange are one unit; the better place counts. */
function addUnit(units: Map<string, RecalledUnit>, { threadUid, seqs, found: own, elsewhere }: RecalledHit): void {
  const key = `${threadUid} ${seqs[0]}`
  const found = [...(units.get(key)?.found ?? []), ...own]
  const places = (['thread', 'subject'] as const).flatMap((reach): RecallPlace[] => {
    const here = found.filter((place) => place.reach === reach)
    if (here.length === 0) return []
    return [
      { reach, rank: Math.min(...here.map(({ rank }) => rank)), score: Math.max(...here.map(({ score }) => score)) },
    ]
  })
  units.set(key, { seqs, found: places, ...(elsewhere ? { elsewhere } : {}) })
}
