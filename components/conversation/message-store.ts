import type { MessageView } from '@/server/schemas/messages'
import { type FeedRow, rearrange } from './arrange-messages'
import { type SeenItem, windowEdgeSeq } from './window-edge-place'

/** Messages in one page; pages stand on a fixed grid of seqs, so that a page asked for twice is the same page. */
export const PAGE_MESSAGES = 50
/** Pages on their way at once: a fling over a long thread must not ask for all of it. */
const MOST_LOADS = 3

export interface MessagePage {
  readonly messages: readonly MessageView[]
  readonly seen: ReadonlyMap<number, SeenItem>
}

export interface MessageSnapshot {
  /** The newest seq. */
  readonly count: number
  readonly rows: ReadonlyMap<number, FeedRow>
  readonly seen: ReadonlyMap<number, SeenItem>
  /** The message before which the window begins, once that is known. */
  readonly edgeSeq: number | null
  readonly isLoading: boolean
  /** The newest failure, until a page of the same place comes in. */
  readonly failure: { readonly error: unknown; readonly page: number } | null
}

export type LoadPage = (seqs: { from: number; to: number }) => Promise<MessagePage>

/**
 * The messages of one thread, page by page around the reader. What came in stays, so that a row keeps its height. A
 * page that is wanted no more is not started; the nearest of those wanted comes first.
 */
export class MessageStore {
  private readonly pages = new Set<number>()
  private readonly messages = new Map<number, MessageView>()
  private readonly stale = new Set<number>()
  private readonly loading = new Set<number>()
  private readonly failed = new Map<number, unknown>()
  private readonly listeners = new Set<() => void>()
  private wanted: readonly number[] = []
  private count: number
  private readonly loadPage: LoadPage
  private snapshot: MessageSnapshot

  constructor(count: number, loadPage: LoadPage) {
    this.count = count
    this.loadPage = loadPage
    this.snapshot = { count, rows: new Map(), seen: new Map(), edgeSeq: null, isLoading: false, failure: null }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly getSnapshot = (): MessageSnapshot => this.snapshot

  /** Asks for the messages from `from` to `to`, and for some around them. Seqs, inclusive. */
  want(from: number, to: number): void {
    if (this.count === 0) return
    const first = pageOf(Math.max(1, from - PAGE_MESSAGES / 2))
    const last = pageOf(Math.min(this.count, to + PAGE_MESSAGES / 2))
    const middle = pageOf(Math.min(this.count, Math.max(1, Math.round((from + to) / 2))))
    this.wanted = Array.from({ length: last - first + 1 }, (_, place) => first + place).sort(
      (left, right) => Math.abs(left - middle) - Math.abs(right - middle),
    )
    this.pump()
  }

  /** The thread has grown, or its window changed: what is shown stays until the new answer is there. */
  refresh(count: number): void {
    const before = this.count
    this.count = count
    for (const page of [...this.pages, ...this.loading]) this.stale.add(page)
    this.failed.clear()
    this.publish({ rows: this.rearrange(before, before) })
    this.pump()
  }

  retry(): void {
    this.failed.clear()
    this.publish()
    this.pump()
  }

  private pump(): void {
    for (const page of this.wanted) {
      if (this.loading.size >= MOST_LOADS) return
      const isThere = this.pages.has(page) && !this.stale.has(page)
      if (!isThere && !this.loading.has(page) && !this.failed.has(page)) void this.load(page)
    }
  }

  private async load(page: number): Promise<void> {
    this.loading.add(page)
    this.stale.delete(page)
    if (!this.snapshot.isLoading) this.publish()
    const from = page * PAGE_MESSAGES + 1
    const to = Math.min(this.count, from + PAGE_MESSAGES - 1)
    let change: Partial<MessageSnapshot> = {}
    try {
      const { messages, seen } = await this.loadPage({ from, to })
      this.pages.add(page)
      for (const view of messages) this.messages.set(view.seq, view)
      const seenNow = new Map([...this.snapshot.seen, ...seen])
      change = { rows: this.rearrange(from, to), seen: seenNow, edgeSeq: windowEdgeSeq(seenNow) }
    } catch (error) {
      this.failed.set(page, error)
    }
    this.loading.delete(page)
    this.publish(change)
    this.pump()
  }

  private publish(change: Partial<MessageSnapshot> = {}): void {
    const [failure] = this.failed
    this.snapshot = {
      ...this.snapshot,
      ...change,
      count: this.count,
      isLoading: this.loading.size > 0,
      failure: failure ? { page: failure[0], error: failure[1] } : null,
    }
    for (const listener of this.listeners) listener()
  }

  private rearrange(from: number, to: number): ReadonlyMap<number, FeedRow> {
    return rearrange({ rows: this.snapshot.rows, loaded: this.messages, from, to, lastSeq: this.count })
  }
}

function pageOf(seq: number): number {
  return Math.floor((seq - 1) / PAGE_MESSAGES)
}
