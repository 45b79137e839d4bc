'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef } from 'react'
import type { MessageView } from '@/server/schemas/messages'
import { MessageArticle } from '../conversation/message-article'
import { MessagePlaceholder, PLACEHOLDER_HEIGHT } from '../conversation/message-placeholder'
import type { LoadPage } from '../conversation/message-store'
import { reasonWords } from '../conversation/message-words'
import { useMessageStore, useMessages } from '../conversation/use-message-store'
import { windowEdgeSeq } from '../conversation/window-edge-place'
import { MemoryRail, WindowEdge } from '../memory-bar/memory-rail'
import { kindOf, type PreviewSource, type WindowOnThread } from './preview-decision'

export interface PreviewFeedHandle {
  /** Brings a message to the middle. */
  goTo: (seq: number) => void
}

export interface PreviewFeedProps {
  ref?: Ref<PreviewFeedHandle>
  source: PreviewSource
  saved: WindowOnThread
  drafted: WindowOnThread
  isDraft: boolean
  /** The changed message that was stepped to. */
  stoodAt: number | null
}

/** The thread's messages with the rail of the saved window and, beside it, that of the draft; what the draft takes is marked. */
export function PreviewFeed({ ref, source, saved, drafted, isDraft, stoodAt }: PreviewFeedProps) {
  const { thread, pasted } = source
  const { uid, messageCount, agentName } = thread
  const store = useMessageStore({ uid, count: messageCount, stamp: `${messageCount}`, load: pasted && pagesOf(pasted) })
  const { rows, isLoading } = useMessages(store)
  const scroller = useRef<HTMLDivElement>(null)
  const getItemKey = useCallback((index: number) => (rows.has(index + 1) ? index + 1 : -index - 1), [rows])
  const virtualizer = useVirtualizer({
    count: messageCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => PLACEHOLDER_HEIGHT,
    getItemKey,
    overscan: 2,
    anchorTo: 'end',
    paddingStart: 12,
    paddingEnd: 24,
  })
  const items = virtualizer.getVirtualItems()
  const first = (items[0]?.index ?? 0) + 1
  const last = (items.at(-1)?.index ?? 0) + 1
  useEffect(() => store.want(first, last), [store, first, last])

  const edge = windowEdgeSeq(drafted.seen)
  // Where the window begins is what one came to see, at each change; without a start, the end.
  useEffect(() => {
    if (edge !== null) virtualizer.scrollToIndex(edge - 1, { align: 'center' })
    else virtualizer.scrollToEnd()
  }, [virtualizer, edge])
  useImperativeHandle(ref, () => ({ goTo: (seq) => virtualizer.scrollToIndex(seq - 1, { align: 'center' }) }))

  const { messages, tokens } = drafted.decision
  return (
    <div
      ref={scroller}
      className="@container min-h-0 overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-2"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      role="feed"
      aria-label="Messages of the preview"
      aria-busy={isLoading}
    >
      <div className="relative mx-auto w-full max-w-200" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const seq = item.index + 1
          const row = rows.get(seq)
          const before = kindOf(saved, seq)
          const after = kindOf(drafted, seq)
          const fate = isDraft ? fateOf(isSeen(saved, seq), isSeen(drafted, seq)) : null
          const reason = reasonWords(drafted.seen.get(seq), drafted.window)
          return (
            <div
              key={item.key}
              data-index={item.index}
              ref={virtualizer.measureElement}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {seq === edge ? (
                <WindowEdge
                  className={isDraft ? 'ms-5' : undefined}
                  seenMessages={messages}
                  totalMessages={messageCount}
                  tokens={tokens}
                  label={isDraft ? 'the draft begins here' : undefined}
                />
              ) : null}
              {row?.kind === 'folded' ? null : (
                <div
                  className={`preview-row ${isDraft ? 'has-saved' : ''} ${fate ? `is-${fate}` : ''} ${seq === stoodAt ? 'is-stood' : ''}`}
                >
                  {isDraft ? (
                    // What it says is said in words beside the message.
                    <div aria-hidden="true" className="grid">
                      <MemoryRail
                        kind={before}
                        className="is-narrow"
                        isFirst={seq === 1}
                        isLast={seq === messageCount}
                      />
                    </div>
                  ) : null}
                  {row === undefined ? (
                    <div aria-hidden="true">
                      <MessagePlaceholder seq={seq} kind={after} />
                    </div>
                  ) : (
                    <MessageArticle
                      row={row}
                      kind={after}
                      reason={[fate, reason].filter(Boolean).join(': ') || null}
                      agentName={agentName}
                      count={messageCount}
                      isFirst={seq === 1}
                      isLast={seq === messageCount}
                    />
                  )}
                </div>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function pagesOf(messages: readonly MessageView[]): LoadPage {
  return async ({ from, to }) => ({ messages: messages.slice(from - 1, to), seen: new Map() })
}

function isSeen({ seen }: WindowOnThread, seq: number): boolean {
  return seen.get(seq)?.isIn ?? false
}

function fateOf(before: boolean, after: boolean): 'lost' | 'gained' | null {
  if (before === after) return null
  return before ? 'lost' : 'gained'
}
