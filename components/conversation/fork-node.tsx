import type { ThreadView } from '@/server/schemas/threads'
import { compareHref } from '../compare/compare-href'
import { threadHref } from '../data/scope-href'
import { Link } from '../ui/link'
import { formatCount, formatQuantity } from '../ui/number-format'
import type { LineageRow } from './lineage-tree'

/** Depth beyond which rows are no longer set in, so that names keep their room. */
const DEEPEST = 6

export interface ForkNodeProps {
  row: LineageRow
  /** The thread that one looks at. */
  here: ThreadView
  /** The one that Tab reaches, with its links. */
  isActive: boolean
  onFocus: () => void
}

/** One thread of a family: its name, where it left, what it holds. A deleted or purged one keeps its place as a stub. */
export function ForkNode({ row, here, isActive, onFocus }: ForkNodeProps) {
  const { thread, depth } = row
  const isHere = thread.uid === here.uid
  const name = thread.title || thread.threadId || 'deleted for good'
  const isAlive = !thread.deleted && !thread.purged
  const tabIndex = isActive ? 0 : -1
  // The source on the left, the fork on the right.
  const [left, right] = here.parentUid === thread.uid ? [thread.uid, here.uid] : [here.uid, thread.uid]
  return (
    <div
      role="treeitem"
      data-fork={thread.uid}
      aria-level={depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={row.hasForks ? true : undefined}
      aria-current={isHere ? 'true' : undefined}
      aria-label={`${isHere ? 'this thread' : name}${thread.purged ? '' : thread.deleted ? ', in the trash' : ''}`}
      tabIndex={tabIndex}
      onFocus={onFocus}
      className="grid border-line border-t py-1 text-12 focus-visible:-outline-offset-2"
      style={{ paddingInlineStart: Math.min(depth, DEEPEST) * 12 }}
    >
      <span className="flex min-h-6 min-w-0 items-center gap-1.5">
        {isHere ? (
          <>
            <i aria-hidden="true" className="size-2 shrink-0 rounded-full bg-ink" />
            <span className="flex-1 truncate font-medium">this thread</span>
          </>
        ) : (
          <>
            {depth > 0 ? <span aria-hidden="true">└</span> : null}
            {thread.purged ? (
              <span className="flex-1 truncate text-ink-3">{name}</span>
            ) : (
              <span className="flex min-w-0 flex-1">
                <Link
                  dir="auto"
                  tabIndex={tabIndex}
                  href={threadHref(thread.uid)}
                  className="min-h-6 content-center truncate underline-offset-2 hover:underline pointer-coarse:min-h-11"
                >
                  {name}
                </Link>
              </span>
            )}
          </>
        )}
        {thread.deleted && !thread.purged ? <span className="shrink-0 text-ink-3">in the trash</span> : null}
        {thread.messageCount === null ? null : (
          <span className="shrink-0 text-ink-2 tabular-nums">{formatQuantity(thread.messageCount, 'msg')}</span>
        )}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 text-11 text-ink-3 empty:hidden">
        {thread.forkedAtSeq !== null && thread.parentUid ? (
          <Link
            tabIndex={tabIndex}
            href={`${threadHref(thread.parentUid)}?message=${thread.forkedAtSeq}`}
            className="inline-flex min-h-6 items-center underline-offset-2 hover:underline pointer-coarse:min-h-11"
          >
            from message {formatCount(thread.forkedAtSeq)}
          </Link>
        ) : null}
        {thread.tokenCount === null ? null : (
          <span className="tabular-nums">{formatQuantity(thread.tokenCount, 'token')}</span>
        )}
        {isAlive && !isHere ? (
          <Link
            tabIndex={tabIndex}
            href={compareHref(left, right)}
            className="inline-flex min-h-6 items-center underline underline-offset-2 pointer-coarse:min-h-11"
          >
            Compare
          </Link>
        ) : null}
      </span>
    </div>
  )
}
