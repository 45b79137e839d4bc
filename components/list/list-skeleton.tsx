'use client'

import { classNames } from '../ui/class-names'
import type { ListModel } from './list-features'
import { ListHead } from './list-head'

export interface ListSkeletonProps<Row extends object> {
  table: ListModel<Row>
  grid: string
  /** Read out: "Loading threads". */
  label: string
  rows?: number
}

/** The list before its first page: the real headings and columns, so that nothing moves when the rows come. */
export function ListSkeleton<Row extends object>({ table, grid, label, rows = 16 }: ListSkeletonProps<Row>) {
  return (
    <div className="min-h-0 overflow-hidden">
      <p role="status" className="sr-only">
        {label}
      </p>
      <table className="block w-full sm:min-w-(--list-least)">
        <ListHead table={table} grid={grid} />
        <tbody aria-hidden="true" className="block">
          {Array.from({ length: rows }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
            <SkeletonRow key={place} table={table} grid={grid} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One row to come, for the end of a list that goes on. */
export function SkeletonRow<Row extends object>({ table, grid }: { table: ListModel<Row>; grid: string }) {
  return (
    <tr className={classNames('grid h-15 items-center border-line border-b pe-4 sm:h-11', grid)}>
      {table.getAllLeafColumns().map((column) => (
        <td key={column.id} className={classNames('min-w-0', column.columnDef.meta?.className)}>
          {column.columnDef.meta?.skeleton}
        </td>
      ))}
    </tr>
  )
}
