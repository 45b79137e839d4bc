'use client'

import { ChevronRight } from 'lucide-react'
import { classNames } from '../ui/class-names'
import { Link } from '../ui/link'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Time } from '../ui/time'
import type { TreeKeys } from './use-tree-keys'

/** The columns as a grid; under 640 px the name and the time, with the figures under the name. */
export const treeGrid =
  'grid grid-cols-[minmax(0,1fr)_76px] gap-x-2.5 sm:grid-cols-[minmax(0,1fr)_88px_96px_120px_76px] sm:gap-x-5 ps-2 pe-4'

const indents = ['ps-0', 'ps-6', 'ps-12'] as const

export interface TreeRowProps {
  /** Unlike that of any other row. */
  rowKey: string
  level: 1 | 2 | 3
  name: string
  /** Where the whole name says more. */
  label?: string
  /** What stands behind the name, quieter. */
  detail?: string
  href: string
  /** Absent where nothing is below it. */
  isOpen?: boolean
  onToggle?: () => void
  /** The list that its figure of threads leads to. */
  threadsHref?: string
  threads?: number
  messages: number
  tokens: number
  lastMessageAt: string | null
  keys: TreeKeys
  isFirst?: boolean
}

/** A tenant, a subject or a thread, with what it holds. */
export function TreeRow(props: TreeRowProps) {
  const { rowKey, level, name, label, detail, href, isOpen, onToggle, threads, messages, tokens, lastMessageAt } = props
  const { keys, isFirst = false, threadsHref } = props
  const isStop = keys.current === null ? isFirst : keys.current === rowKey
  const cell = 'text-end text-ink-2 tabular-nums max-sm:hidden'
  return (
    <tr
      data-tree-row={rowKey}
      aria-level={level}
      aria-expanded={isOpen}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => keys.onFocus(rowKey)}
      className={classNames(
        'relative h-15 items-center border-line border-b outline-none hover:bg-hover sm:h-11',
        'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ink',
        treeGrid,
      )}
    >
      <td className={classNames('flex min-w-0 items-center gap-1', indents[level - 1])}>
        {onToggle ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={isOpen ? `Close ${name}` : `Open ${name}`}
            onClick={onToggle}
            className="relative z-1 flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-3 hover:bg-pick hover:text-ink pointer-coarse:size-11"
          >
            <ChevronRight
              aria-hidden="true"
              className={classNames('size-4 transition-transform motion-reduce:transition-none', isOpen && 'rotate-90')}
            />
          </button>
        ) : (
          <span className="w-6 shrink-0" />
        )}
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-baseline gap-2">
            <Link
              href={href}
              tabIndex={-1}
              data-row-link=""
              aria-label={label}
              dir="auto"
              className={classNames(
                'block truncate outline-none after:absolute after:inset-0',
                level === 1 ? 'font-medium' : level === 2 ? 'font-mono text-12/5 text-ink-2' : 'text-ink-2',
              )}
            >
              {name}
            </Link>
            {detail ? <span className="shrink-0 text-12 text-ink-3 max-sm:hidden">{detail}</span> : null}
          </span>
          <span className="block truncate text-12/4 text-ink-3 tabular-nums sm:hidden">
            {threads === undefined ? formatQuantity(messages, 'message') : formatQuantity(threads, 'thread')},{' '}
            {formatQuantity(tokens, 'token')}
          </span>
        </span>
      </td>
      <td className={cell}>
        {threads === undefined ? null : threadsHref ? (
          <Link
            href={threadsHref}
            tabIndex={-1}
            aria-label={`${formatQuantity(threads, 'thread')} of ${label ?? name}`}
            className="relative z-1 inline-flex min-h-6 min-w-6 items-center justify-end underline-offset-2 hover:underline"
          >
            {formatCount(threads)}
          </Link>
        ) : (
          formatCount(threads)
        )}
      </td>
      <td className={cell}>{formatCount(messages)}</td>
      <td className={cell}>{formatCount(tokens)}</td>
      <td className="relative z-1 text-end text-ink-2">
        {lastMessageAt === null ? <span className="text-ink-3">never</span> : <Time value={lastMessageAt} />}
      </td>
    </tr>
  )
}
