'use client'

import { useRouter } from 'next/navigation'
import { parseAsString, useQueryState } from 'nuqs'
import { useMemo, useRef, useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { threadsHref } from '../data/scope-href'
import { usePermissions } from '../data/use-permissions'
import { useMediaQuery } from '../list/use-media-query'
import { TopLine } from '../shell/top-line'
import { useThreadActions } from '../threads/use-thread-actions'
import { Button } from '../ui/button'
import { ConversationActions } from './conversation-actions'
import { EmptyConversation } from './empty-conversation'
import { ForkDialog } from './fork-dialog'
import { useLinkedMessage } from './linked-message'
import { MessageFailure } from './message-failure'
import { MessageFeed, type MessageFeedHandle } from './message-feed'
import { RedactDialog } from './redact-dialog'
import { SideDrawer } from './side-drawer'
import { SidePanel } from './side-panel'
import { titleOf } from './thread-title'
import { useSeen } from './use-conversation'
import { useConversationKeys } from './use-conversation-keys'
import { useMessageActions } from './use-message-actions'
import { useMessageChanges } from './use-message-changes'
import { useMessageStore } from './use-message-store'
import { windowTotals } from './window-totals'

export interface ConversationDeskProps {
  thread: ThreadView
  refetch: () => Promise<unknown>
  isFetching: boolean
}

/** A thread that is there: top line, messages, panel, dialogs, keys. */
export function ConversationDesk({ thread, refetch, isFetching }: ConversationDeskProps) {
  const { uid, messageCount, scope } = thread
  const feed = useRef<MessageFeedHandle>(null)
  const isWide = useMediaQuery('(min-width: 1280px)')
  const [linkedText, setLinkedText] = useQueryState('message', parseAsString)
  const linked = useLinkedMessage(uid, messageCount, linkedText)
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const [isRenaming, setIsRenaming] = useState(false)
  const [isTagging, setIsTagging] = useState(false)
  const [fork, setFork] = useState<{ upTo: number | null } | null>(null)
  const seen = useSeen(thread)
  const totals = useMemo(() => (seen.data ? windowTotals(seen.data) : null), [seen.data])
  const pins = useMemo(() => new Set(seen.data?.pins), [seen.data?.pins])
  const stamp = `${thread.revision}:${seen.data?.window.source}:${seen.data?.window.configVersion}:${[...pins]}`
  const store = useMessageStore({ uid, count: messageCount, stamp })
  const router = useRouter()
  const threadActions = useThreadActions()
  const [onFork] = useState(() => (upTo: number | null) => setFork({ upTo }))
  const may = usePermissions()
  const { pin } = useMessageChanges(thread)
  const [redaction, setRedaction] = useState<number | null>(null)
  const { actions, rawSeqs } = useMessageActions({
    uid,
    store,
    onFork,
    onPin: may.edit ? pin : null,
    onRedact: may.act ? setRedaction : null,
  })

  const refresh = () => void Promise.all([refetch(), seen.refetch()])
  const inPanel = (open: (isOn: true) => void) => {
    if (!isWide) setIsPanelOpen(true)
    open(true)
  }
  const commands = {
    rename: () => inPanel(setIsRenaming),
    tag: () => inPanel(setIsTagging),
    fork: () => setFork({ upTo: null }),
    remove: async () => {
      if (await threadActions.remove([thread])) router.push(threadsHref())
    },
    refresh,
    openPanel: () => setIsPanelOpen(true),
    goToWindow: () => {
      const start = store.getSnapshot().edgeSeq ?? totals?.ranges.at(-1)?.[0]
      if (start) feed.current?.goTo(start)
    },
  }
  useConversationKeys({ feed, count: messageCount, pins, actions, commands })

  const panel = (
    <SidePanel
      thread={thread}
      seen={seen}
      title={{ isEditing: isRenaming, onEditingChange: setIsRenaming }}
      tags={{ isAdding: isTagging, onAddingChange: setIsTagging }}
      onGoTo={(seq) => {
        setIsPanelOpen(false)
        feed.current?.goTo(seq)
      }}
    />
  )
  return (
    <>
      <TopLine
        crumbs={[
          { label: 'Threads', href: threadsHref() },
          { label: scope.tenant, href: threadsHref({ tenant: scope.tenant }) },
          ...(scope.subject ? [{ label: scope.subject, href: threadsHref(scope) }] : []),
          { label: titleOf(thread) },
        ]}
        banner={
          linked.state === 'missing' ? (
            <>
              <span className="flex-1">No message of this thread has the id or number in the link: {linked.text}</span>
              <Button size="small" onClick={() => void setLinkedText(null)}>
                Show the newest
              </Button>
            </>
          ) : undefined
        }
        actions={<ConversationActions isBusy={isFetching || seen.isFetching} commands={commands} thread={thread} />}
      />
      <div className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_296px]">
        <div className="relative grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
          <MessageFailure store={store} />
          {messageCount === 0 ? (
            <EmptyConversation thread={thread} />
          ) : linked.state === 'looking' ? (
            <p role="status" className="p-6 text-13 text-ink-2">
              Looking for the message in the link
            </p>
          ) : (
            <MessageFeed
              ref={feed}
              uid={uid}
              store={store}
              label={`Messages of ${titleOf(thread)}`}
              agentName={thread.agentName}
              totals={totals}
              settings={seen.data?.settings ?? null}
              pins={pins}
              linkedSeq={linked.state === 'found' ? linked.seq : null}
              rawSeqs={rawSeqs}
              actions={actions}
            />
          )}
        </div>
        <aside
          aria-label="About this thread"
          className="hidden min-h-0 overflow-y-auto border-line border-s bg-panel p-4 xl:block"
        >
          {isWide ? panel : null}
        </aside>
      </div>
      {isWide ? null : (
        <SideDrawer title="About this thread" isOpen={isPanelOpen} onOpenChange={setIsPanelOpen}>
          {panel}
        </SideDrawer>
      )}
      {redaction === null ? null : (
        <RedactDialog thread={thread} store={store} seq={redaction} onClose={() => setRedaction(null)} />
      )}
      {fork ? <ForkDialog thread={thread} upTo={fork.upTo} onClose={() => setFork(null)} /> : null}
    </>
  )
}
