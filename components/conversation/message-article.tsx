'use client'

import { memo } from 'react'
import { MemoryRail } from '../memory-bar/memory-rail'
import type { MemoryKind } from '../memory-bar/memory-segments'
import { classNames } from '../ui/class-names'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Time } from '../ui/time'
import type { FeedRow } from './arrange-messages'
import { MessageBody } from './message-body'
import { type MessageActions, MessageMenu } from './message-menu'
import { speakerOf } from './message-words'
import { StoredMessage } from './stored-message'

export interface MessageArticleProps {
  row: Extract<FeedRow, { kind: 'message' }>
  kind: MemoryKind
  /** Why it is out, or kept. */
  reason: string | null
  agentName: string | null
  /** Messages in the thread. */
  count: number
  isFirst: boolean
  isLast: boolean
  /** Absent where messages are only shown: no menu, no focus. */
  actions?: MessageActions
  isActive?: boolean
  /** The one that the address points at. */
  isLinked?: boolean
  /** The thread's uid, when the stored text is shown instead of the message. */
  rawOf?: string | undefined
}

/** One message with the rail on its left, its tokens and its fate on its right (below, where it is narrow). */
export const MessageArticle = memo(function MessageArticle(props: MessageArticleProps) {
  const { row, kind, reason, count, actions } = props
  const { view, calls } = row
  const { seq, message } = view
  const who = speakerOf(message.role, props.agentName)
  return (
    <article
      aria-posinset={seq}
      aria-setsize={count}
      aria-label={`${who}, message ${seq}`}
      data-seq={seq}
      tabIndex={actions ? (props.isActive ? 0 : -1) : undefined}
      className={classNames(
        'group grid scroll-my-6 grid-cols-[36px_minmax(0,1fr)_12px] focus-visible:-outline-offset-2 @lg:grid-cols-[44px_minmax(0,1fr)_92px]',
        props.isLinked && 'bg-pick shadow-[inset_2px_0_0_var(--color-ink)]',
      )}
    >
      <MemoryRail kind={kind} isFirst={props.isFirst} isLast={props.isLast} />
      <div className="min-w-0 py-1.75">
        <div className="mb-0.75 flex min-h-4 items-center gap-1.5 font-medium text-12 text-ink-2">
          <span className="truncate">{who}</span>
          <Time value={view.createdAt} show="clock" className="font-normal text-ink-3" />
          <span className="ms-auto font-normal text-11 text-ink-3 tabular-nums @lg:hidden">
            {formatQuantity(view.tokens, 'token')}
          </span>
          {actions ? (
            <span className="@lg:ms-auto">
              <MessageMenu seq={seq} actions={actions} />
            </span>
          ) : null}
        </div>
        <div
          className={classNames('max-w-170 text-14', kind === 'out' && 'text-ink-3 [&_*:not(.text-bad)]:text-ink-3')}
        >
          {props.rawOf ? (
            <div className="rounded-md border border-line bg-sunk px-2.5 pt-1 pb-2">
              <StoredMessage uid={props.rawOf} view={view} />
            </div>
          ) : (
            <MessageBody name={`${seq}`} message={message} calls={calls} />
          )}
        </div>
        {reason ? <p className="mt-0.5 text-11 text-ink-3 @lg:hidden">{reason}</p> : null}
      </div>
      <div className="py-1.75 text-end text-11 text-ink-3 tabular-nums @lg:pe-4">
        <span className="hidden @lg:inline">
          {formatCount(view.tokens)}
          <span className="sr-only"> tokens</span>
        </span>
        {reason ? <div className="hidden @lg:block">{reason}</div> : null}
      </div>
    </article>
  )
}, isSame)

function isSame(left: MessageArticleProps, right: MessageArticleProps): boolean {
  const { row: leftRow, ...leftRest } = left
  const { row: rightRow, ...rightRest } = right
  const isSameRow =
    leftRow.view === rightRow.view &&
    leftRow.calls.length === rightRow.calls.length &&
    leftRow.calls.every((answered, place) => {
      const other = rightRow.calls[place]
      return other !== undefined && answered.result === other.result && answered.state === other.state
    })
  return isSameRow && isShallowSame(leftRest, rightRest)
}

function isShallowSame<Value extends object>(left: Value, right: Value): boolean {
  const before = new Map(Object.entries(left))
  const after = Object.entries(right)
  return before.size === after.length && after.every(([key, value]) => before.get(key) === value)
}
