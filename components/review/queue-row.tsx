'use client'

import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { createSerializer } from 'nuqs'
import type { QueueView } from '@/server/schemas/reviews'
import { filterParsers } from '../threads/thread-search'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { Link } from '../ui/link'
import { Menu, MenuItem } from '../ui/menu'
import { formatCount } from '../ui/number-format'
import { Time } from '../ui/time'
import { describeQueueFilters, describeQueueRules, filtersOf } from './queue-words'

export interface QueueRowProps {
  queue: QueueView
  isBusy: boolean
  /** Each is absent where the person may not. */
  onNext: (() => void) | undefined
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

const toAddress = createSerializer(filterParsers)

/** One queue: what it is made of, what waits in it, and the next of it. */
export function QueueRow({ queue, isBusy, onNext, onEdit, onDelete }: QueueRowProps) {
  const { name, backlog, oldestAt, holding } = queue
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 border-line border-b px-4 py-3 sm:grid-cols-[minmax(0,1fr)_88px_104px_auto]">
      <div className="min-w-0 max-sm:col-span-2">
        <h2 className="truncate font-medium text-13" dir="auto">
          {name}
        </h2>
        <p className="truncate text-12 text-ink-2" title={describeQueueFilters(queue)}>
          <Link
            href={toAddress('/threads', filtersOf(queue))}
            className="rounded-xs underline-offset-2 hover:underline"
          >
            {describeQueueFilters(queue)}
          </Link>
        </p>
        <p className="truncate text-12 text-ink-3" title={describeQueueRules(queue)}>
          {describeQueueRules(queue)}
        </p>
      </div>
      <p className="flex gap-4 sm:contents">
        <span className="text-end text-13 tabular-nums max-sm:text-start">
          {formatCount(backlog.count, backlog.capped ? backlog.count : undefined)}
          <span className="ms-1 text-12 text-ink-3 sm:ms-0 sm:block">waiting</span>
        </span>
        <span className="text-end text-13 text-ink-2 max-sm:text-start">
          {oldestAt ? <Time value={oldestAt} /> : 'none'}
          <span className="ms-1 text-12 text-ink-3 sm:ms-0 sm:block">oldest</span>
        </span>
      </p>
      <span className="flex items-center justify-end gap-1.5">
        {onNext ? (
          <Button
            onClick={onNext}
            isBusy={isBusy}
            disabled={backlog.count === 0 && holding === null}
            aria-label={`${holding ? 'Go on' : 'Review next'}: ${name}`}
          >
            {holding ? 'Go on' : 'Review next'}
          </Button>
        ) : queue.isMember ? null : (
          <span className="text-12 text-ink-3">for its members</span>
        )}
        {onEdit && onDelete ? (
          <Menu
            align="end"
            trigger={<IconButton isPlain label={`More about ${name}`} icon={<Ellipsis aria-hidden="true" />} />}
          >
            <MenuItem icon={<Pencil aria-hidden="true" strokeWidth={1.5} />} onSelect={onEdit}>
              Change
            </MenuItem>
            <MenuItem isDanger icon={<Trash2 aria-hidden="true" strokeWidth={1.5} />} onSelect={onDelete}>
              Delete
            </MenuItem>
          </Menu>
        ) : null}
      </span>
    </li>
  )
}
