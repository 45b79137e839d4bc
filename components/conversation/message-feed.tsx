'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Window } from '@/memory/window-config'
import { WindowEdge } from '../memory-bar/memory-rail'
import { DayLine } from './day-line'
import { startsDay } from './day-starts'
import { MessageArticle } from './message-article'
import type { MessageActions } from './message-menu'
import { MessagePlaceholder, PLACEHOLDER_HEIGHT } from './message-placeholder'
import type { MessageSnapshot, MessageStore } from './message-store'
import { railKind, reasonWords } from './message-words'
import { nextRow, nextUserRow } from './row-steps'
import { useMessages } from './use-message-store'
import { useMountedRows } from './use-mounted-rows'
import type { WindowTotals } from './window-totals'

/** What shortcuts of the page may ask of the feed. */
export interface MessageFeedHandle {
  /** Moves to the next (1) or previous (-1) message or user turn. */
  move: (by: 1 | -1, what?: 'message' | 'turn') => void
  /** Goes to a message and gives it the focus. */
  goTo: (seq: number) => void
  /** The message that keys act on: the one with the focus, else the first in sight. */
  activeSeq: () => number | null
}

export interface MessageFeedProps {
  ref?: Ref<MessageFeedHandle>
  uid: string
  store: MessageStore
  label: string
  agentName: string | null
  totals: WindowTotals | null
  settings: Window | null
  /** Pinned seqs; of an exchange the seq of its call. */
  pins: ReadonlySet<number>
  /** The message to open at, centred and marked; the newest when null. */
  linkedSeq: number | null
  rawSeqs: ReadonlySet<number>
  actions: MessageActions
}

/** All messages of a thread, of which only those in sight are on the page. Rows stand on seqs, so nothing moves when others load. */
export function MessageFeed(props: MessageFeedProps) {
  const { store, linkedSeq, totals, settings, actions } = props
  const snapshot = useMessages(store)
  const { count, rows, seen, edgeSeq } = snapshot
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

  useEffect(() => {
    if (range) store.want(firstSeq, lastSeq)
  }, [store, range, firstSeq, lastSeq])

  const isLinkedLoaded = linkedSeq !== null && rows.has(linkedSeq)
  // Once to bring its page in, and once more when its real neighbours stand around it.
  useEffect(() => {
    if (linkedSeq === null) virtualizer.scrollToEnd()
    else virtualizer.scrollToIndex(linkedSeq - 1, { align: isLinkedLoaded ? 'center' : 'start' })
  }, [virtualizer, linkedSeq, isLinkedLoaded])

  const goTo = (seq: number) => {
    setActiveSeq(seq)
    focusSeq.current = seq
    virtualizer.scrollToIndex(seq - 1, { align: 'auto' })
  }
  const current = () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-seq]')
    if (focused && scroller.current?.contains(focused)) return Number(focused.dataset.seq)
    return activeSeq ?? null
  }
  const move: MessageFeedHandle['move'] = (by, what = 'message') => {
    const from = current() ?? (by > 0 ? firstSeq - 1 : lastSeq + 1)
    const next = what === 'turn' ? nextUserRow({ rows, count, from, by }) : nextRow({ rows, count, from, by })
    if (next !== null) goTo(next)
  }
  useImperativeHandle(props.ref, () => ({ move, goTo, activeSeq: current }))

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
        if (seq) setActiveSeq(Number(seq))
      }}
    >
      <div ref={virtualizer.containerRef} className="relative mx-auto w-full max-w-235">
        {items.map((item) => {
          const seq = item.index + 1
          const row = rows.get(seq)
          return (
            <div
              key={item.key}
              data-index={item.index}
              ref={virtualizer.measureElement}
              className="absolute inset-x-0 top-0"
            >
              {row && startsDay(rows, seq) ? (
                <DayLine
                  value={row.view.createdAt}
                  kind={seq === 1 ? null : railKind(seq - 1, seen.get(seq - 1), totals?.ranges ?? [])}
                />
              ) : null}
              {seq === edgeSeq && totals ? (
                <WindowEdge
                  seenMessages={totals.messages}
                  totalMessages={totals.totalMessages}
                  tokens={totals.tokens}
                  maxTokens={totals.maxTokens}
                />
              ) : null}
              {row === undefined ? (
                <MessagePlaceholder seq={seq} kind={railKind(seq, seen.get(seq), totals?.ranges ?? [])} />
              ) : row.kind === 'message' ? (
                <MessageArticle
                  row={row}
                  kind={railKind(seq, seen.get(seq), totals?.ranges ?? [])}
                  reason={reasonWords(seen.get(seq), settings)}
                  agentName={props.agentName}
                  count={count}
                  isFirst={seq === 1}
                  isLast={seq === count}
                  actions={actions}
                  isActive={seq === activeSeq}
                  isPinned={props.pins.has(seq)}
                  isLinked={seq === linkedSeq || isFoldedInto(seq, linkedSeq, rows)}
                  rawOf={props.rawSeqs.has(seq) ? props.uid : undefined}
                />
              ) : null}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** A link to a tool result marks the call it stands under. */
function isFoldedInto(seq: number, linkedSeq: number | null, rows: MessageSnapshot['rows']): boolean {
  const linked = linkedSeq === null ? undefined : rows.get(linkedSeq)
  return linked?.kind === 'folded' && linked.callSeq === seq
}
