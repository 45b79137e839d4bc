'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronsUpDown } from 'lucide-react'
import { type Ref, useCallback, useImperativeHandle, useMemo, useRef } from 'react'
import type { CompareThreads } from '@/server/schemas/compare'
import { QueryError } from '../data/query-error'
import { classNames } from '../ui/class-names'
import { formatQuantity } from '../ui/number-format'
import { CompareMessage } from './compare-message'
import { type CompareRow, compareRows } from './compare-rows'
import { useComparedMessages } from './use-compared-messages'

type Ranges = readonly (readonly [number, number])[]

export interface CompareListHandle {
  /** Brings a run into sight, by its index. */
  show: (index: number) => void
}

export interface CompareListProps {
  ref?: Ref<CompareListHandle>
  compared: CompareThreads
  unfolded: ReadonlySet<number>
  onUnfold: (index: number) => void
  /** The run of the difference one stands on. */
  current: number | null
  /** Seqs that an agent would be given now; null where that is not known. */
  seen: { left: Ranges | null; right: Ranges | null }
}

const marks = {
  same: { sign: '=', word: 'The same' },
  changed: { sign: '~', word: 'Changed' },
  dropped: { sign: '−', word: 'Dropped' },
  added: { sign: '+', word: 'Added' },
} as const

/** All messages of both sides, of which only those in sight are on the page. */
export function CompareList({ ref, compared, unfolded, onUnfold, current, seen }: CompareListProps) {
  const { left, right, runs } = compared
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => compareRows(runs, unfolded), [runs, unfolded])
  const getItemKey = useCallback((place: number) => keyOf(rows[place]), [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => (rows[place]?.kind === 'fold' ? 44 : 84),
    getItemKey,
    overscan: 4,
  })
  const items = virtualizer.getVirtualItems()
  const shown = items.flatMap(({ index }) => rows[index] ?? []).filter((row) => row.kind !== 'fold')
  const ofLeft = useComparedMessages(
    left.uid,
    shown.flatMap((row) => (row.left === null ? [] : [row.left])),
  )
  // A repair has no thread yet: what it keeps is the source's.
  const ofRight = useComparedMessages(right?.uid ?? left.uid, right ? shown.flatMap((row) => row.right ?? []) : [])
  useImperativeHandle(ref, () => ({
    show: (index) => {
      const place = rows.findIndex((row) => row.index === index)
      if (place >= 0) virtualizer.scrollToIndex(place, { align: 'center' })
    },
  }))
  const failed = ofLeft.failed ?? ofRight.failed

  const side = (row: Exclude<CompareRow, { kind: 'fold' }>, which: 'left' | 'right') => {
    const seq = row[which]
    if (seq === null) return null
    const isOfRight = which === 'right' && right !== null
    const ranges = isOfRight ? seen.right : which === 'left' ? seen.left : null
    return (
      <CompareMessage
        name={`${which}:${seq}`}
        uid={isOfRight ? right.uid : left.uid}
        seq={which === 'right' && right === null ? (row.left ?? seq) : seq}
        view={isOfRight ? ofRight.messages.get(seq) : ofLeft.messages.get(row.left ?? seq)}
        agentName={isOfRight ? right.agentName : left.agentName}
        isSeen={ranges === null ? null : ranges.some(([from, to]) => seq >= from && seq <= to)}
      />
    )
  }

  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
      {failed ? (
        <div className="p-4">
          <QueryError
            layout="inline"
            title="Some messages could not be loaded"
            error={failed.error}
            onRetry={() => void failed.refetch()}
            isRetrying={failed.isFetching}
          />
        </div>
      ) : (
        <span />
      )}
      <section
        ref={scroller}
        aria-label="Messages side by side"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            if (!row) return null
            return (
              <li
                key={item.key}
                data-index={item.index}
                ref={virtualizer.measureElement}
                aria-posinset={item.index + 1}
                aria-setsize={rows.length}
                style={{ transform: `translateY(${item.start}px)` }}
                className="absolute inset-x-0 top-0 border-line border-b"
              >
                {row.kind === 'fold' ? (
                  <button
                    type="button"
                    onClick={() => onUnfold(row.index)}
                    className="flex h-11 w-full items-center justify-center gap-2 bg-sunk text-12 text-ink-2 hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
                  >
                    <ChevronsUpDown aria-hidden="true" className="size-3.5" />
                    {formatQuantity(row.run.count, 'message')} the same
                  </button>
                ) : (
                  <div
                    className={classNames(
                      'grid gap-x-6 gap-y-2 px-4 py-2 sm:grid-cols-[76px_minmax(0,1fr)_minmax(0,1fr)]',
                      row.index === current && 'bg-pick shadow-[inset_2px_0_0_var(--color-ink)]',
                    )}
                  >
                    <span
                      className={classNames(
                        'text-11/4.5 max-sm:font-medium',
                        row.kind === 'same' ? 'text-ink-3' : 'font-medium text-ink',
                        row.kind === 'dropped' && 'text-bad',
                      )}
                    >
                      <span aria-hidden="true" className="inline-block w-3 font-mono">
                        {marks[row.kind].sign}
                      </span>{' '}
                      {marks[row.kind].word}
                    </span>
                    <Cell kind={row.kind} isEmpty={row.left === null}>
                      {side(row, 'left')}
                    </Cell>
                    <Cell kind={row.kind} isEmpty={row.right === null} isRepeated={row.kind === 'same'}>
                      {side(row, 'right')}
                    </Cell>
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      </section>
    </div>
  )
}

interface CellProps {
  kind: keyof typeof marks
  isEmpty: boolean
  /** The other side says it already: left out where there is one column. */
  isRepeated?: boolean
  children: React.ReactNode
}

function Cell({ kind, isEmpty, isRepeated = false, children }: CellProps) {
  if (isEmpty) return <span className="max-sm:hidden" />
  return (
    <div
      className={classNames(
        'min-w-0 border-s-2 ps-3',
        kind === 'same' && 'border-line',
        kind === 'changed' && 'border-ink border-dotted',
        kind === 'dropped' && 'border-bad border-dashed',
        kind === 'added' && 'border-ink',
        isRepeated && 'max-sm:hidden',
      )}
    >
      {children}
    </div>
  )
}

function keyOf(row: CompareRow | undefined): string {
  if (!row) return 'none'
  return row.kind === 'fold' ? `fold ${row.index}` : `${row.left ?? ''}/${row.right ?? ''}`
}
