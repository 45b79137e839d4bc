'use client'

import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { Button } from '../ui/button'
import { Checkbox } from '../ui/checkbox'
import { IconButton } from '../ui/icon-button'
import { Popover } from '../ui/popover'
import { columnKinds, moveColumn, type ShownColumn, toggleColumn } from './column-layout'

export interface ColumnsMenuProps {
  columns: readonly ShownColumn[]
  /** Null: as the list has them by itself. */
  onChange: (columns: ShownColumn[] | null) => void
}

/** Which columns the list has, and in which order. */
export function ColumnsMenu({ columns, onChange }: ColumnsMenuProps) {
  const shown = columns.flatMap(({ id }) => columnKinds.filter((kind) => kind.id === id))
  const hidden = columnKinds.filter(({ id }) => !columns.some((column) => column.id === id))
  return (
    <Popover
      title="Columns"
      align="end"
      className="w-64"
      trigger={
        <Button
          className="max-sm:hidden"
          aria-label="Columns"
          icon={<Columns3 aria-hidden="true" strokeWidth={1.5} />}
        />
      }
    >
      <ul className="grid gap-0.5">
        {[...shown, ...hidden].map(({ id, label }, place) => {
          const isShown = place < shown.length
          return (
            <li key={id} className="flex min-h-7 items-center gap-1">
              <Checkbox
                className="flex-1"
                checked={isShown}
                disabled={id === 'title'}
                onCheckedChange={() => onChange(toggleColumn(columns, id))}
                label={label}
              />
              {isShown && id !== 'title' ? (
                <>
                  <IconButton
                    isPlain
                    size="small"
                    label={`Move ${label} to the front`}
                    disabled={place <= 1}
                    icon={<ArrowUp aria-hidden="true" />}
                    onClick={() => onChange(moveColumn(columns, id, -1))}
                  />
                  <IconButton
                    isPlain
                    size="small"
                    label={`Move ${label} to the end`}
                    disabled={place === shown.length - 1}
                    icon={<ArrowDown aria-hidden="true" />}
                    onClick={() => onChange(moveColumn(columns, id, 1))}
                  />
                </>
              ) : null}
            </li>
          )
        })}
      </ul>
      <div className="mt-2 flex items-center justify-between gap-2 border-line border-t pt-2">
        <p className="text-12 text-ink-3">Drag a heading's edge for its width.</p>
        <Button size="small" variant="bare" onClick={() => onChange(null)}>
          Reset
        </Button>
      </div>
    </Popover>
  )
}
