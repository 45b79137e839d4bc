'use client'

import { FlexRender, type Row as TableRow } from '@tanstack/react-table'
import type { MouseEvent } from 'react'
import { classNames } from '../ui/class-names'
import type { ListFeatures } from './list-features'

export interface ListRowProps<Row extends object> {
  row: TableRow<ListFeatures, Row>
  grid: string
  /** px from the top of the body. */
  offset: number
  /** Place in the whole list, from 1; the headings are row 1. */
  place: number
  isCursor: boolean
  /** The row that Tab reaches: the cursor, or the first. */
  isTabStop: boolean
  canSelect: boolean
  /** A press. */
  onActivate: (row: Row) => void
  /** Enter. */
  onOpen: (row: Row) => void
}

function isHeld(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
}

const ownTargets = 'a, button, input, label, [role="checkbox"]'

/** A row of a list. A plain press anywhere does what its link does; a press with a key held is the browser's. */
export function ListRow<Row extends object>(props: ListRowProps<Row>) {
  const { row, grid, offset, place, isCursor, isTabStop, canSelect, onActivate, onOpen } = props
  const press = (event: MouseEvent<HTMLTableRowElement>) => {
    const isOwn = event.target instanceof Element && event.target.closest(ownTargets) !== null
    if (isOwn || isHeld(event) || window.getSelection()?.toString()) return
    onActivate(row.original)
  }
  // Before the link itself hears of it: a plain press is the row's, any other stays the browser's (a new tab, a download).
  const pressLink = (event: MouseEvent<HTMLTableRowElement>) => {
    const isLink = event.target instanceof Element && event.target.closest('[data-row-link]') !== null
    if (!isLink || isHeld(event)) return
    event.preventDefault()
    // Enter on the link itself opens, as Enter on its row does; after a press the row has the keys, not its link.
    if (event.detail === 0) return onOpen(row.original)
    event.currentTarget.focus({ preventScroll: true })
    onActivate(row.original)
  }
  return (
    <tr
      data-row={row.id}
      aria-rowindex={place}
      aria-selected={canSelect ? row.getIsSelected() : undefined}
      aria-current={isCursor ? 'true' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={press}
      onClickCapture={pressLink}
      style={{ transform: `translateY(${offset}px)` }}
      className={classNames(
        'group/row absolute inset-x-0 top-0 grid h-15 cursor-pointer items-center border-line border-b pe-4 outline-none hover:bg-hover sm:h-11',
        'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ink',
        'aria-[current=true]:bg-pick aria-[current=true]:shadow-[inset_2px_0_0_var(--color-ink)] aria-selected:bg-pick',
        'forced-colors:aria-[current=true]:outline-1',
        grid,
      )}
    >
      {row.getAllCells().map((cell) => (
        <td key={cell.id} className={classNames('min-w-0', cell.column.columnDef.meta?.className)}>
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  )
}
