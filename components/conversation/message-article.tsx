'use client'

import { StickyNote } from 'lucide-react'
import { memo } from 'react'
import { MemoryRail } from '../memory-bar/memory-rail'
import type { MemoryKind } from '../memory-bar/memory-segments'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Time } from '../ui/time'
import type { FeedRow } from './arrange-messages'
import { MessageBody } from './message-body'
import { type MessageActions, MessageMenu } from './message-menu'
import { speakerOf } from './message-words'
import { isRedactedWhole } from './redactable-seqs'
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
  /** Kept in every window of the thread (W6). */
  isPinned?: boolean
  /** The one that the address points at. */
  isLinked?: boolean
  /** What people have written about it. */
  noteCount?: number
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
      className={`message-row group ${props.isLinked ? 'is-linked' : ''} ${kind === 'out' ? 'is-out' : ''}`}
    >
      <MemoryRail kind={kind} isFirst={props.isFirst} isLast={props.isLast} />
      <div className="message-head">
        <span className="truncate">{who}</span>
        <Time value={view.createdAt} show="clock" />
        {actions && props.noteCount ? (
          <button type="button" className="message-notes" onClick={() => actions.showNotes(seq)}>
            <StickyNote aria-hidden="true" />
            {formatQuantity(props.noteCount, 'note')}
          </button>
        ) : null}
        {actions ? (
          <MessageMenu
            seq={seq}
            isPinned={props.isPinned ?? false}
            isRedacted={isRedactedWhole(row)}
            actions={actions}
          />
        ) : null}
      </div>
      <div className="message-said">
        {props.rawOf ? (
          <div className="rounded-md border border-line bg-sunk px-2.5 pt-1 pb-2">
            <StoredMessage uid={props.rawOf} view={view} />
          </div>
        ) : (
          <MessageBody name={`${seq}`} message={message} calls={calls} redactedAt={view.redactedAt} />
        )}
      </div>
      <span className={actions ? 'message-tokens has-menu' : 'message-tokens'}>
        {formatCount(view.tokens)}
        <span> {view.tokens === 1 ? 'token' : 'tokens'}</span>
      </span>
      {reason ? <p className="message-fate">{reason}</p> : null}
    </article>
  )
})
