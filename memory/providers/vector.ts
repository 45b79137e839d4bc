import { cosine, unitVector } from '../cosine'
import { unitsOfList } from '../exchange-units'
import type { ModelMessage } from '../message'
import { type Ranking, reciprocalRanks } from '../reciprocal-rank'
import { searchableText } from '../searchable-text'
import { findByWords, hasWords } from '../text-words'
import type { RecalledUnit } from '../window'
import type { WindowPart } from '../window-config'
import { LocalMemory, type LocalMemoryOptions } from './local-memory'
import { checkWhole } from './memory-error'
import type { SessionLog, StoredBody, StoredRow } from './session-log'
import { listOf, messageOf, type SessionQuestion } from './session-read'

export interface VectorMemoryOptions extends LocalMemoryOptions {
  /** Messages that a query recalls at most; each brings its whole exchange. 8 unless given. */
  topK?: number | undefined
  /** Least likeness of what is recalled, 0 to 1; 0 unless given. */
  threshold?: number | undefined
  /** Gives a text its vector. Without it, and where it fails, recall goes by words. */
  embed?: ((text: string) => ArrayLike<number> | Promise<ArrayLike<number>>) | undefined
  /** Newest messages that are shown whatever they say. Unless given: none, but `topK` where nothing was recalled. */
  recentMessages?: number | undefined
  /** Tokens of what a read gives; no limit unless given. */
  maxTokens?: number | undefined
  /** Milliseconds that a read waits for vectors; then it goes by words. 3,000 unless given. */
  patienceMs?: number | undefined
}

/** UTF-16 units of a text that a vector is made from. */
const EMBEDDED_TEXT = 5_000
const AT_ONCE = 8

/**
 * Recalls by likeness: `read({ query })` gives the messages that have to do with the query, in the order of the session. The
 * order of likeness fuses words with vectors, as the server's does; a message qualifies by either.
 */
export class VectorMemory<TMessage extends object = ModelMessage> extends LocalMemory<TMessage> {
  readonly type = 'vector'
  protected readonly window: Extract<WindowPart, { strategy: 'vector' }>
  readonly #embed: VectorMemoryOptions['embed']
  readonly #patienceMs: number
  readonly #vectors = new WeakMap<StoredBody, Promise<Float32Array | null>>()
  #failure: unknown

  /** @throws RangeError for a number out of range */
  constructor(options: VectorMemoryOptions = {}) {
    super(options)
    const { topK = 8, threshold = 0, recentMessages, maxTokens, patienceMs = 3_000 } = options
    checkWhole('topK', topK)
    checkWhole('recentMessages', recentMessages, 0)
    checkWhole('maxTokens', maxTokens)
    checkWhole('patienceMs', patienceMs)
    if (!(threshold >= 0 && threshold <= 1)) throw new RangeError(`threshold must be from 0 to 1, not ${threshold}.`)
    this.window = { strategy: 'vector', topK, threshold, reach: 'thread', recentMessages, maxTokens }
    this.#embed = options.embed
    this.#patienceMs = patienceMs
  }

  /** What `embed` threw last; undefined when its last call gave a vector. */
  get embedFailure(): unknown {
    return this.#failure
  }

  protected override afterWrite(session: SessionLog): void {
    // So that the next read need not wait; what fails is asked for again by that read.
    void this.#vectorsOf(session.rows)
  }

  protected override async recall(session: SessionLog, question: SessionQuestion): Promise<RecalledUnit[] | undefined> {
    const { query } = question.options
    if (query === undefined || !hasWords(query)) return undefined
    const { rows } = listOf(session, question)
    const vectors = this.#embed && (await this.#withPatience(this.#nearness(rows, query)))
    const words = findByWords(
      query,
      rows.map((row) => ({ key: String(row.seq), words: this.wordsOf(row) })),
    )
    const order = vectors ? reciprocalRanks([words.order, vectors]) : words.order
    const score = (key: string) => Math.max(words.shares.get(key) ?? 0, vectors?.get(key) ?? 0)
    const best = [...order]
      .filter(([key]) => score(key) >= this.window.threshold)
      .sort(
        ([left, leftRank], [right, rightRank]) =>
          rightRank - leftRank || score(right) - score(left) || Number(right) - Number(left),
      )
      .slice(0, this.window.topK)
    const unitOf = new Map(unitsOfList(rows))
    const units = new Map(best.flatMap(([key]) => unitsAt(unitOf.get(Number(key)))))
    return [...units.values()].map((seqs) => ({ seqs }))
  }

  /** Each message's likeness to the query, above 0; null when the query got no vector. */
  async #nearness(rows: readonly StoredRow[], query: string): Promise<Ranking | null> {
    const asked = await this.#vector(query)
    if (!asked) return null
    const vectors = await this.#vectorsOf(rows)
    const near = rows.flatMap((row, index): [string, number][] => {
      const vector = vectors[index]
      const likeness = vector?.length === asked.length ? Math.min(1, cosine(asked, vector)) : 0
      return likeness > 0 ? [[String(row.seq), likeness]] : []
    })
    return new Map(near)
  }

  /** In the order of the rows; where `embed` fails the rest are not asked for. */
  async #vectorsOf(rows: readonly StoredRow[]): Promise<(Float32Array | null)[]> {
    const found: (Float32Array | null)[] = []
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      if (start > 0 && this.#failure !== undefined) break
      found.push(...(await Promise.all(rows.slice(start, start + AT_ONCE).map((row) => this.#vectorOf(row)))))
    }
    return found
  }

  #vectorOf(row: StoredRow): Promise<Float32Array | null> {
    const known = this.#vectors.get(row.body)
    if (known) return known
    const asked = this.#vector(searchableText(messageOf(row))).then((vector) => {
      if (!vector) this.#vectors.delete(row.body)
      return vector
    })
    this.#vectors.set(row.body, asked)
    return asked
  }

  /** Null for a blank text, without `embed`, and where that fails. Never rejects. */
  async #vector(text: string): Promise<Float32Array | null> {
    const said = text.slice(0, EMBEDDED_TEXT).toWellFormed().trim()
    if (said === '' || !this.#embed) return null
    try {
      const vector = unitVector(await this.#embed(said))
      this.#failure = undefined
      return vector
    } catch (error) {
      this.#failure = error
      return null
    }
  }

  async #withPatience<T>(work: Promise<T>): Promise<T | null> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const outOfTime = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), this.#patienceMs)
    })
    try {
      return await Promise.race([work, outOfTime])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A unit under its first seq: two hits in one exchange are one, at the better place. */
function unitsAt(seqs: readonly number[] | undefined): [number, readonly number[]][] {
  const [first] = seqs ?? []
  return seqs && first !== undefined ? [[first, seqs]] : []
}
