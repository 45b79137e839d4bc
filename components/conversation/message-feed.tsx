'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Window } from '@/memory/window-config'
import type { ReviewRecordView } from '@/server/schemas/reviews'
import { WindowEdge } from '../memory-bar/memory-rail'
import type { FeedRow } from './arrange-messages'
import { DayLine } from './day-line'
import { startsDay } from './day-starts'
import { ForkLine, type ForkStart } from './fork-line'
import { FoundContext } from './found-context'
import { type GivenRead, givenFate } from './given-fate'
import { MessageArticle } from './message-article'
import type { MessageActions } from './message-menu'
import { MessagePlaceholder, PLACEHOLDER_HEIGHT } from './message-placeholder'
import type { MessageSnapshot, MessageStore } from './message-store'
import { railKind, reasonWords } from './message-words'
import { NewMessages } from './new-messages'
import type { ReadingPlace } from './reading-place'
import { ReviewLine } from './review-line'
import { nextRow } from './row-steps'
import { useFoundMarks } from './use-found-marks'
import { useMessages } from './use-message-store'
import { useMountedRows } from './use-mounted-rows'
import type { WindowTotals } from './window-totals'

/** Where one reads: the first message in sight, and how many px of it are above the edge. */
export interface FeedPlace {
  seq: number
  below: number
  /** The message with the focus. */
  focused: number | null
}

/** What shortcuts of the page may ask of the feed. */
export interface MessageFeedHandle {
  /** Moves to the next (1) or previous (-1) message. */
  move: (by: 1 | -1) => void
  /** Goes to a message and gives it the focus; `start`: with what follows it in sight. */
  goTo: (seq: number, align?: 'auto' | 'start') => void
  /** The message that keys act on: the one with the focus, else the first in sight. */
  activeSeq: () => number | null
  /** Brings a message to the middle; the focus stays where it is. */
  show: (seq: number) => void
  place: () => FeedPlace
  restore: (place: FeedPlace) => void
}

export interface MessageFeedProps {
  ref?: Ref<MessageFeedHandle>
  uid: string
  store: MessageStore
  label: string
  agentName: string | null
  totals: WindowTotals | null
  /** A past read, shown in place of what is seen now. */
  given: GivenRead | null
  settings: Window | null
  /** Pinned seqs; of an exchange the seq of its call. */
  pins: ReadonlySet<number>
  /** How many notes there are on each seq. */
  noteCounts: ReadonlyMap<number, number>
  /** The message to open at, centred and marked; the newest when null. */
  linkedSeq: number | null
  /** The message that find stands on, and what is looked for. */
  hitSeq: number | null
  foundPieces: readonly string[]
  rawSeqs: ReadonlySet<number>
  /** Of a fork: where its own messages begin. */
  forkStart: ForkStart | null
  /** Reviews, by the last seq that each has seen. */
  reviewMarks: ReadonlyMap<number, ReviewRecordView>
  actions: MessageActions
  /** Is told where one reads. */
  reading: ReadingPlace
  /** A message has got the focus. */
  onFocusMessage: (seq: number) => void
}

/** All messages of a thread, of which only those in sight are on the page. Rows stand on seqs, so nothing moves when others load. */
export function MessageFeed(props: MessageFeedProps) {
  const { store, linkedSeq, hitSeq, foundPieces, totals, settings, given, actions, reading } = props
  const snapshot = useMessages(store)
  const { count, rows, seen } = snapshot
  const edgeSeq = given ? (given.ranges.at(-1)?.[0] ?? null) : snapshot.edgeSeq
  const fateOf = (seq: number) => {
    const now = seen.get(seq)
    if (given) return givenFate(seq, given, now)
    return { kind: railKind(seq, now, totals?.ranges ?? []), reason: reasonWords(now, settings) }
  }
  const scroller = useRef<HTMLDivElement>(null)
  const [activeSeq, setActiveSeq] = useState<number | null>(linkedSeq)
  const focusSeq = useRef<number | null>(null)
  // A row that loads gets another key: its guessed height is dropped, and the reader's place is kept when it is measured.
  const getItemKey = useCallback((index: number) => (rows.has(index + 1) ? index + 1 : -index - 1), [rows])
  const rangeExtractor = useMountedRows(activeSeq)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => PLACEHOLDER_HEIGHT,
    getItemKey,
    rangeExtractor,
    overscan: 0,
    anchorTo: 'end',
    // Who reads the end goes on with it; who reads further up keeps the place.
    followOnAppend: true,
    paddingStart: 16,
    paddingEnd: 24,
    scrollPaddingStart: 16,
    scrollPaddingEnd: 16,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  })
  const items = virtualizer.getVirtualItems()
  const { range } = virtualizer
  const firstSeq = (range?.startIndex ?? 0) + 1
  const lastSeq = (range?.endIndex ?? 0) + 1

  // How far the reader has come; what is behind it is new.
  const [shownCount, setShownCount] = useState(count)
  if (range && lastSeq > shownCount) setShownCount(lastSeq)

  useEffect(() => {
    if (!range) return
    store.want(firstSeq, lastSeq)
    const isInSight = activeSeq !== null && activeSeq >= firstSeq && activeSeq <= lastSeq
    reading.set(isInSight ? activeSeq : firstSeq)
  }, [store, reading, range, firstSeq, lastSeq, activeSeq])

  const isLinkedLoaded = linkedSeq !== null && rows.has(linkedSeq)
  // Once to bring its page in, and once more when its real neighbours stand around it.
  useEffect(() => {
    if (linkedSeq === null) virtualizer.scrollToEnd()
    else virtualizer.scrollToIndex(linkedSeq - 1, { align: isLinkedLoaded ? 'center' : 'start' })
  }, [virtualizer, linkedSeq, isLinkedLoaded])

  const isHitLoaded = hitSeq !== null && rows.has(hitSeq)
  useEffect(() => {
    if (hitSeq !== null) virtualizer.scrollToIndex(hitSeq - 1, { align: isHitLoaded ? 'center' : 'start' })
  }, [virtualizer, hitSeq, isHitLoaded])
  useFoundMarks({ scroller, store, pieces: foundPieces })
  const found = useMemo(() => (hitSeq === null ? null : { seq: hitSeq, pieces: foundPieces }), [hitSeq, foundPieces])

  const goTo: MessageFeedHandle['goTo'] = (seq, align = 'auto') => {
    setActiveSeq(seq)
    focusSeq.current = seq
    virtualizer.scrollToIndex(seq - 1, { align })
  }
  const current = () => {
    if (focusSeq.current !== null) return focusSeq.current
    const focused = document.activeElement?.closest<HTMLElement>('[data-seq]')
    if (focused && scroller.current?.contains(focused)) return Number(focused.dataset.seq)
    return activeSeq ?? null
  }
  const move: MessageFeedHandle['move'] = (by) => {
    const from = current() ?? (by > 0 ? firstSeq - 1 : lastSeq + 1)
    const next = nextRow({ rows, count, from, by })
    if (next !== null) goTo(next)
  }
  const place = (): FeedPlace => {
    const top = virtualizer.measurementsCache[firstSeq - 1]?.start ?? 0
    return { seq: firstSeq, below: (virtualizer.scrollOffset ?? 0) - top, focused: current() }
  }
  const restore = ({ seq, below, focused }: FeedPlace) => {
    const start = virtualizer.measurementsCache[seq - 1]?.start
    if (start !== undefined) virtualizer.scrollToOffset(start + below)
    setActiveSeq(focused)
    if (focused === null) scroller.current?.focus({ preventScroll: true })
    else focusSeq.current = focused
  }
  const show = (seq: number) => virtualizer.scrollToIndex(seq - 1, { align: 'center' })
  useImperativeHandle(props.ref, () => ({ move, goTo, activeSeq: current, show, place, restore }))

  // The row may come onto the page some renders after it was asked for.
  useEffect(() => {
    if (focusSeq.current === null) return
    const row = rows.get(focusSeq.current)
    const seq = row?.kind === 'folded' ? row.callSeq : focusSeq.current
    const article = scroller.current?.querySelector<HTMLElement>(`[data-seq="${seq}"]`)
    if (!article) return
    focusSeq.current = null
    article.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isInArticle = event.target instanceof Element && event.target.closest('[data-seq]') !== null
    if (!isInArticle || (event.key !== 'PageDown' && event.key !== 'PageUp')) return
    event.preventDefault()
    move(event.key === 'PageDown' ? 1 : -1)
  }

  return (
    <>
      <div
        ref={scroller}
        className="@container min-h-0 overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-2"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="feed"
        aria-label={props.label}
        aria-busy={snapshot.isLoading}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const seq = event.target.closest<HTMLElement>('[data-seq]')?.dataset.seq
          if (!seq) return
          setActiveSeq(Number(seq))
          props.onFocusMessage(Number(seq))
        }}
      >
        <div ref={virtualizer.containerRef} className="relative mx-auto w-full max-w-235">
          {items.map((item) => {
            const seq = item.index + 1
            const row = rows.get(seq)
            const reviewed = props.reviewMarks.get(seq - 1)
            const reviewedAll = seq === count ? props.reviewMarks.get(seq) : undefined
            return (
              <div
                key={item.key}
                data-index={item.index}
                ref={virtualizer.measureElement}
                className="absolute inset-x-0 top-0"
              >
                {reviewed ? <ReviewLine review={reviewed} kind={fateOf(seq - 1).kind} /> : null}
                {row && startsDay(rows, seq) ? (
                  <DayLine value={row.view.createdAt} kind={seq === 1 ? null : fateOf(seq - 1).kind} />
                ) : null}
                {seq === edgeSeq && totals ? (
                  <WindowEdge
                    seenMessages={totals.messages}
                    totalMessages={totals.totalMessages}
                    tokens={totals.tokens}
                    maxTokens={totals.maxTokens}
                    label={given ? 'the window began here' : undefined}
                  />
                ) : null}
                {row === undefined ? (
                  <MessagePlaceholder seq={seq} kind={fateOf(seq).kind} />
                ) : row.kind === 'message' ? (
                  <FoundContext value={isAt(seq, hitSeq, rows) ? found : null}>
                    <MessageArticle
                      row={row}
                      kind={fateOf(seq).kind}
                      reason={fateOf(seq).reason}
                      agentName={props.agentName}
                      count={count}
                      isFirst={seq === 1}
                      isLast={seq === count}
                      actions={actions}
                      isActive={seq === activeSeq}
                      isPinned={props.pins.has(seq)}
                      noteCount={notesAt(row, props.noteCounts)}
                      isLinked={isAt(seq, hitSeq ?? linkedSeq, rows)}
                      rawOf={props.rawSeqs.has(seq) ? props.uid : undefined}
                    />
                  </FoundContext>
                ) : null}
                {reviewedAll ? <ReviewLine review={reviewedAll} kind={fateOf(seq).kind} /> : null}
                {props.forkStart?.copied === seq ? <ForkLine start={props.forkStart} kind={fateOf(seq).kind} /> : null}
              </div>
            )
          })}
        </div>
      </div>
      <NewMessages count={count - shownCount} onShow={() => virtualizer.scrollToEnd()} />
    </>
  )
}

/** Notes on a message, and on the tool results that stand under it. */
function notesAt({ view, calls }: Extract<FeedRow, { kind: 'message' }>, counts: ReadonlyMap<number, number>): number {
  if (counts.size === 0) return 0
  const seqs = [view.seq, ...calls.flatMap(({ result }) => result?.seq ?? [])]
  return seqs.reduce((total, seq) => total + (counts.get(seq) ?? 0), 0)
}

/** Whether a message is the one that is pointed at; a tool result is at the call it stands under. */
function isAt(seq: number, target: number | null, rows: MessageSnapshot['rows']): boolean {
  if (seq === target) return true
  const row = target === null ? undefined : rows.get(target)
  return row?.kind === 'folded' && row.callSeq === seq
}
