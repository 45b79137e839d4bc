import { rowSelectionFeature, rowSortingFeature, type Table, tableFeatures } from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** What a column says about its place in the row. */
export interface ListColumnMeta {
  /** Of the cell, in the body. */
  className?: string
  /** Of the heading. */
  headClassName?: string
  /** What stands in the cell while rows are on their way, as wide as what comes. */
  skeleton?: ReactNode
}

/** Rows come sorted and filtered from the server: the table holds columns, order and selection, and computes nothing. */
export const listFeatures = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  // The type of each column's meta; the value is never read.
  columnMeta: {} as ListColumnMeta,
})
export type ListFeatures = typeof listFeatures
export type ListModel<Row extends object> = Table<ListFeatures, Row>

/** What all lists look like: 44 px rows of two lines; under 640 px a card of two lines. */
export const listLook = { rowHeight: 44, cardHeight: 60, headHeight: 29 } as const
