'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../ui/class-names'
import { type ListModel, listLook } from './list-features'
import { ListHead, type ListSizing } from './list-head'
import { ListRow } from './list-row'
import { SkeletonRow } from './list-skeleton'
import { useListKeys } from './use-list-keys'
import { useMediaQuery } from './use-media-query'

export interface ListTableProps<Row extends object> {
  /** Read out: "Threads". */
  label: string
  /** One row, for the help: "thread". */
  noun: string
  table: ListModel<Row>
  /** The columns as a grid template, with its card form under 640 px. */
  grid: string
  /** Where columns can be sized. */
  sizing?: ListSizing
  /** Rows in the whole list when known, for screen readers. */
  total?: number
  /** The row that is looked at. */
  cursor: string | null
  onCursorChange: (id: string) => void
  /** A press on a row. */
  onActivate: (row: Row) => void
  /** Enter on a row. */
  onOpen: (row: Row) => void
  onEscape?: () => void
  canSelect?: boolean
  /** More pages on the server. */
  hasMore?: boolean
  onLoadMore?: () => void
  /** In place of the row that waits: an error of the next page. */
  tail?: ReactNode
  /** Rows of the last filters are shown while new ones come. */
  isStale?: boolean
  /** What the rows follow, as text: filters and order. When it changes, the list begins at its top. */
  arrangement?: string
}

/** Rows before the end at which the next page is asked for. */
const AHEAD = 20

/** A list of any length in a scroller of its own: only what is in sight is in the page. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { label, noun, table, grid, total, cursor, onCursorChange, onActivate, onOpen, onEscape } = props
  const { canSelect = false, hasMore = false, onLoadMore, tail, isStale = false, arrangement, sizing } = props
  const scroller = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef(false)
  const isWide = useMediaQuery('(min-width: 640px)')
  const { rows } = table.getRowModel()
  const height = isWide ? listLook.rowHeight : listLook.cardHeight
  const head = isWide ? listLook.headHeight : 0
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    scrollPaddingStart: head,
  })
  const items = virtualizer.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? -1

  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are kept until measured anew, and only the height changes them
  useEffect(() => {
    virtualizer.measure()
  }, [virtualizer, height])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed is not looked at, only that it did
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [arrangement])

  useEffect(() => {
    if (hasMore && !tail && lastShown >= rows.length - AHEAD) onLoadMore?.()
  }, [hasMore, tail, lastShown, rows.length, onLoadMore])

  useEffect(() => {
    if (!wantsFocus.current || !cursor) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(cursor)}"]`)
    if (!row) return
    wantsFocus.current = false
    row.focus({ preventScroll: true })
  })

  const place = rows.findIndex((row) => row.id === cursor)
  const goTo = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!row) return
    wantsFocus.current = true
    virtualizer.scrollToIndex(row.index, { align: 'auto' })
    onCursorChange(row.id)
  }
  const current = rows[place]
  const onKeyDown = useListKeys({
    noun,
    move: (step) => goTo(place < 0 ? 0 : place + step),
    jump: (end) => goTo(end === 'first' ? 0 : rows.length - 1),
    open: () => current && onOpen(current.original),
    onEscape,
    select: canSelect
      ? (isRange) =>
          current?.getToggleSelectedHandler()({ target: { checked: !current.getIsSelected() }, shiftKey: isRange })
      : undefined,
  })

  return (
    <div ref={scroller} className="min-h-0 overflow-y-auto overflow-x-clip [overflow-anchor:none] sm:overflow-x-auto">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows one moves through by keys is a grid
        role="grid"
        aria-label={label}
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-multiselectable={canSelect || undefined}
        aria-busy={isStale || undefined}
        onKeyDown={onKeyDown}
        className="block w-full sm:min-w-(--list-least)"
      >
        <ListHead table={table} grid={grid} sizing={sizing} />
        <tbody
          className={classNames('relative block transition-opacity', isStale && 'opacity-60')}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map((item) => {
            const row = rows[item.index]
            if (!row) return null
            return (
              <ListRow
                key={row.id}
                row={row}
                grid={grid}
                offset={item.start}
                place={item.index + 2}
                isCursor={row.id === cursor}
                isTabStop={place < 0 ? item.index === 0 : row.id === cursor}
                canSelect={canSelect}
                onActivate={onActivate}
                onOpen={onOpen}
              />
            )
          })}
        </tbody>
        {hasMore && !tail ? (
          <tbody aria-hidden="true" className="block">
            {Array.from({ length: 3 }, (_, more) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
              <SkeletonRow key={more} table={table} grid={grid} />
            ))}
          </tbody>
        ) : null}
      </table>
      {tail}
    </div>
  )
}
