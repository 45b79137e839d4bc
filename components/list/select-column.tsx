'use client'

import type { Row, Table } from '@tanstack/react-table'
import { useRef } from 'react'
import { Checkbox } from '../ui/checkbox'
import type { ListFeatures } from './list-features'

/** The checkbox over a list: all rows that are loaded. */
export function SelectAll<Data extends object>({ table, noun }: { table: Table<ListFeatures, Data>; noun: string }) {
  const isAll = table.getIsAllRowsSelected()
  return (
    <Checkbox
      checked={isAll ? true : table.getIsSomeRowsSelected() ? 'some' : false}
      onCheckedChange={(isOn) => table.toggleAllRowsSelected(isOn)}
      label={`Select all ${noun} that are loaded`}
      isLabelHidden
    />
  )
}

/** The checkbox of a row; with Shift it takes all rows since the last one. */
export function SelectRow<Data extends object>({ row, name }: { row: Row<ListFeatures, Data>; name: string }) {
  const isShift = useRef(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes whether Shift is held; the control is the checkbox
    <span
      className="flex"
      onClickCapture={(event) => {
        isShift.current = event.shiftKey
      }}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <Checkbox
        checked={row.getIsSelected()}
        onCheckedChange={(isOn) =>
          row.getToggleSelectedHandler()({ target: { checked: isOn }, shiftKey: isShift.current })
        }
        label={`Select ${name}`}
        isLabelHidden
      />
    </span>
  )
}
