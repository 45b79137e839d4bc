'use client'

import { useRouter } from 'next/navigation'
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { threadsHref } from '../data/scope-href'
import { usePermissions } from '../data/use-permissions'
import { useMediaQuery } from '../list/use-media-query'
import { type NoteDraft, NotePanel } from '../notes/note-panel'
import { useNoteCounts, useNotes } from '../notes/use-notes'
import { ReviewBar } from '../review/review-bar'
import { useNextReview } from '../review/use-next-review'
import { noteRecentThread } from '../shell/recent-threads'
import { TopLine } from '../shell/top-line'
import { OwnWindowMark } from '../studio/own-window-mark'
import { DeleteDialog } from '../threads/delete-dialog'
import { useThreadActions } from '../threads/use-thread-actions'
import { Button } from '../ui/button'
import { Tabs } from '../ui/tabs'
import { ConversationActions } from './conversation-actions'
import { EmptyConversation } from './empty-conversation'
import { FindBar } from './find-bar'
import { ForkDialog } from './fork-dialog'
import { GivenBanner } from './given-banner'
import { useLinkedMessage } from './linked-message'
import { MessageFailure } from './message-failure'
import { MessageFeed, type MessageFeedHandle } from './message-feed'
import { Outline } from './outline'
import { ReadingPlace } from './reading-place'
import { RedactDialog } from './redact-dialog'
import { SideDrawer } from './side-drawer'
import { SidePanel } from './side-panel'
import { titleOf } from './thread-title'
import { useSeen } from './use-conversation'
import { useConversationKeys } from './use-conversation-keys'
import { useFindInThread } from './use-find-in-thread'
import { useForkStart } from './use-fork-start'
import { useGiven } from './use-given'
import { useLiveThread } from './use-live-thread'
import { useMessageActions } from './use-message-actions'
import { useMessageAddress } from './use-message-address'
import { useMessageChanges } from './use-message-changes'
import { useMessageStore } from './use-message-store'
import { useReviewMarks } from './use-review-marks'
import { useTurnSteps } from './use-turn-steps'
import { windowTotals } from './window-totals'

export interface ConversationDeskProps {
  thread: ThreadView
  refetch: () => Promise<unknown>
  isFetching: boolean
}

const views = ['about', 'outline', 'notes'] as const

/** A thread that is there: top line, messages, panel, dialogs, keys. */
export function ConversationDesk({ thread, refetch, isFetching }: ConversationDeskProps) {
  const { uid, messageCount, scope } = thread
  const feed = useRef<MessageFeedHandle>(null)
  const isWide = useMediaQuery('(min-width: 1280px)')
  const address = useMessageAddress()
  const linked = useLinkedMessage(uid, messageCount, address.link)
  const [reading] = useState(() => new ReadingPlace())
  const steps = useTurnSteps({ uid, feed, place: reading })
  const [view, setView] = useQueryState('panel', parseAsStringLiteral(views).withDefault('about'))
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const [isRenaming, setIsRenaming] = useState(false)
  const [isTagging, setIsTagging] = useState(false)
  const [fork, setFork] = useState<{ upTo: number | null } | null>(null)
  const seen = useSeen(thread)
  const totals = useMemo(() => (seen.data ? windowTotals(seen.data) : null), [seen.data])
  const given = useGiven(uid)
  const shownTotals = useMemo(
    () => (given.read ? { ...given.read, maxTokens: undefined } : totals),
    [given.read, totals],
  )
  const pins = useMemo(() => new Set(seen.data?.pins), [seen.data?.pins])
  const stamp = `${thread.revision}:${seen.data?.window.source}:${seen.data?.window.configVersion}:${[...pins]}`
  const store = useMessageStore({ uid, count: messageCount, stamp })
  const router = useRouter()
  const threadActions = useThreadActions()
  const [onFork] = useState(() => (upTo: number | null) => setFork({ upTo }))
  const may = usePermissions()
  const { pin } = useMessageChanges(thread)
  const [isDeleting, setIsDeleting] = useState(false)
  const [redaction, setRedaction] = useState<number | null>(null)
  const notes = useNotes(uid)
  const noteCounts = useNoteCounts(notes.data?.items)
  const [draft, setDraft] = useState<NoteDraft | null>(null)
  const openNotes = useCallback(() => {
    void setView('notes')
    if (!isWide) setIsPanelOpen(true)
  }, [setView, isWide])
  const noteOn = useCallback(
    (seq: number) => {
      openNotes()
      setDraft({ seq })
    },
    [openNotes],
  )
  const { actions, rawSeqs } = useMessageActions({
    uid,
    store,
    onFork,
    onPin: may.edit ? pin : null,
    onRedact: may.act ? setRedaction : null,
    onNote: may.edit ? noteOn : null,
    onShowNotes: openNotes,
  })

  const [queueId] = useQueryState('queue', parseAsString)
  const nextReview = useNextReview()
  const takeNext = () => {
    if (queueId !== null && !nextReview.isPending) nextReview.mutate({ queueId })
  }

  const forkStart = useForkStart(uid)
  const marks = useReviewMarks(uid)
  useEffect(() => noteRecentThread(uid), [uid])
  const find = useFindInThread(thread, feed)
  const isDialogOpen = isPanelOpen || isDeleting || fork !== null || redaction !== null

  const refetchAll = () => Promise.all([refetch(), seen.refetch(), notes.refetch()])
  useLiveThread(uid, refetchAll)
  const refresh = () => void refetchAll()
  const inPanel = (open: (isOn: true) => void) => {
    void setView('about')
    if (!isWide) setIsPanelOpen(true)
    open(true)
  }
  const commands = {
    rename: () => inPanel(setIsRenaming),
    tag: () => inPanel(setIsTagging),
    fork: () => setFork({ upTo: null }),
    remove: () => setIsDeleting(true),
    refresh,
    find: find.open,
    openPanel: () => setIsPanelOpen(true),
    outline: () => {
      void setView('outline')
      if (!isWide) setIsPanelOpen(true)
    },
    notes: () => {
      openNotes()
      setDraft({ seq: null })
    },
    goToWindow: () => {
      const start = given.read
        ? given.read.ranges.at(-1)?.[0]
        : (store.getSnapshot().edgeSeq ?? totals?.ranges.at(-1)?.[0])
      if (start) feed.current?.goTo(start)
    },
  }
  useConversationKeys({ feed, count: messageCount, pins, actions, commands, steps })

  const goTo = (seq: number, align?: 'start') => {
    setIsPanelOpen(false)
    feed.current?.goTo(seq, align)
  }
  const about = (
    <SidePanel
      thread={thread}
      seen={seen}
      title={{ isEditing: isRenaming, onEditingChange: setIsRenaming }}
      tags={{ isAdding: isTagging, onAddingChange: setIsTagging }}
      onGoTo={goTo}
      given={given}
    />
  )
  const outline = <Outline thread={thread} place={reading} steps={steps} onGoTo={(seq) => goTo(seq, 'start')} />
  const panel = (
    <Tabs
      label="The panel"
      value={view}
      onValueChange={(value) => void setView(value)}
      className="h-full"
      panelClassName="p-4"
      tabs={[
        { value: 'about', label: 'About', panel: about },
        { value: 'outline', label: 'Outline', panel: outline },
        {
          value: 'notes',
          label: 'Notes',
          count: notes.data?.items.length || undefined,
          panel: <NotePanel uid={uid} notes={notes} draft={draft} onDraftChange={setDraft} onGoTo={goTo} />,
        },
      ]}
    />
  )
  return (
    <>
      <TopLine
        crumbs={[
          queueId === null ? { label: 'Threads', href: threadsHref() } : { label: 'Review', href: '/review' },
          { label: scope.tenant, href: threadsHref({ tenant: scope.tenant }) },
          ...(scope.subject ? [{ label: scope.subject, href: threadsHref(scope) }] : []),
          { label: titleOf(thread) },
        ]}
        banner={
          linked.state === 'missing' ? (
            <>
              <span className="flex-1">No message of this thread has the id or number in the link: {linked.text}</span>
              <Button size="small" onClick={() => address.clear()}>
                Show the newest
              </Button>
            </>
          ) : given.entryId !== null ? (
            <GivenBanner given={given} now={totals} onGoTo={goTo} />
          ) : undefined
        }
        actions={
          <>
            <OwnWindowMark isOwn={seen.data?.window.source === 'thread'} />
            <ConversationActions isBusy={isFetching || seen.isFetching} commands={commands} thread={thread} />
          </>
        }
      />
      <div className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_296px]">
        <div className="relative grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
          <MessageFailure store={store} />
          {messageCount === 0 ? null : <FindBar find={find} isOn={!isDialogOpen} />}
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
              totals={shownTotals}
              given={given.read}
              settings={seen.data?.settings ?? null}
              pins={pins}
              noteCounts={noteCounts}
              linkedSeq={linked.state === 'found' ? linked.seq : null}
              hitSeq={find.hitSeq}
              foundPieces={find.pieces}
              rawSeqs={rawSeqs}
              forkStart={forkStart}
              reviewMarks={marks}
              actions={actions}
              reading={reading}
              onFocusMessage={address.follow}
            />
          )}
          <div className="row-start-3">
            <ReviewBar
              thread={thread}
              queueId={queueId}
              hasNext={queueId !== null}
              onNext={takeNext}
              onSkip={queueId === null ? undefined : takeNext}
              onShowNew={(seq) => goTo(seq, 'start')}
              isOn={!isDialogOpen}
            />
          </div>
        </div>
        <aside aria-label="About this thread" className="hidden min-h-0 border-line border-s bg-panel xl:block">
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
      {isDeleting ? (
        <DeleteDialog
          threads={[thread]}
          onClose={() => setIsDeleting(false)}
          onConfirm={async () => {
            if (await threadActions.remove([thread])) router.push(threadsHref())
          }}
        />
      ) : null}
      {fork ? <ForkDialog thread={thread} upTo={fork.upTo} onClose={() => setFork(null)} /> : null}
    </>
  )
}
