'use client'

import type { Header } from '@tanstack/react-table'
import { FlexRender } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from '../ui/class-names'
import type { ListFeatures, ListModel } from './list-features'
import { ResizeHandle, type ResizeHandleProps } from './resize-handle'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

/** Sets the widths of columns; those that `isSized` names have a handle. */
export interface ListSizing extends Pick<ResizeHandleProps, 'bounds'> {
  isSized: (columnId: string) => boolean
  onPreview: (columnId: string, width: number) => void
  onResize: (columnId: string, width: number) => void
}

export interface ListHeadProps<Row extends object> {
  table: ListModel<Row>
  grid: string
  sizing?: ListSizing | undefined
}

/** The line of headings; those that sort are buttons. Gone under 640 px, where rows are cards. */
export function ListHead<Row extends object>({ table, grid, sizing }: ListHeadProps<Row>) {
  return (
    <thead className="sticky top-0 z-10 block bg-bg max-sm:hidden">
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} className={classNames('grid h-7.25 items-center border-line border-b pe-4', grid)}>
          {group.headers.map((header) => (
            <HeadCell key={header.id} header={header} sizing={sizing} />
          ))}
        </tr>
      ))}
    </thead>
  )
}

interface HeadCellProps<Row extends object> {
  header: Header<ListFeatures, Row>
  sizing: ListSizing | undefined
}

function HeadCell<Row extends object>({ header, sizing }: HeadCellProps<Row>) {
  const { column } = header
  const sorted = column.getIsSorted()
  const label = <FlexRender header={header} />
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={sorted ? ariaSort[sorted] : undefined}
      className={classNames(
        'relative flex h-full min-w-0 items-center font-medium text-11 text-ink-3',
        column.columnDef.meta?.headClassName,
      )}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          onClick={column.getToggleSortingHandler()}
          className="group -mx-1 flex h-6 min-w-0 items-center gap-0.5 rounded-sm px-1 hover:text-ink aria-sort:text-ink pointer-coarse:h-11"
        >
          <span className={classNames('truncate', sorted && 'text-ink')}>{label}</span>
          <Arrow
            aria-hidden="true"
            className={classNames('size-3 shrink-0', sorted ? 'text-ink' : 'opacity-0 group-hover:opacity-60')}
          />
        </button>
      ) : (
        label
      )}
      {sizing?.isSized(column.id) ? (
        <ResizeHandle
          label={typeof column.columnDef.header === 'string' ? column.columnDef.header : column.id}
          bounds={sizing.bounds}
          onPreview={(width) => sizing.onPreview(column.id, width)}
          onResize={(width) => sizing.onResize(column.id, width)}
        />
      ) : null}
    </th>
  )
}
