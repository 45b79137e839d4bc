'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import { useMemo, useRef, useState } from 'react'
import { recallingParts } from '@/memory/recalled-hits'
import { summarizingPart } from '@/memory/summary-plan'
import type { Window } from '@/memory/window-config'
import { MessagePlaceholders } from '../conversation/conversation-skeleton'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { useSettled } from '../list/use-settled'
import { EmptyState } from '../ui/empty-state'
import { IconButton } from '../ui/icon-button'
import { formatQuantity } from '../ui/number-format'
import { changesOf, type PreviewSource, previewSource, stepAmong, windowOn } from './preview-decision'
import { PreviewFeed, type PreviewFeedHandle } from './preview-feed'
import { PreviewFigures } from './preview-figures'
import { PreviewQuestion } from './preview-question'
import { PreviewThreadChoice } from './preview-thread-choice'
import { TrySummary } from './try-summary'
import type { Draft } from './use-draft'

export interface PreviewPaneProps {
  /** Null is the app default. */
  name: string | null
  draft: Draft
  /** The saved setting, in a word: "v7". */
  savedLabel: string
  isDirty: boolean
}

/** Which thread the preview is on: `?on=` holds a uid, or `longest`; absent, the one written last. */
export function usePreviewThread() {
  return useQueryState('on', parseAsString)
}

/** A real thread of the agent under the saved window and under the draft, at each change (W5). */
export function PreviewPane({ name, draft, savedLabel, isDirty }: PreviewPaneProps) {
  const trpc = useTRPC()
  const [on, setOn] = usePreviewThread()
  const whose = name === null ? { app: true as const } : { agentName: name }
  const [question, setQuestion] = useQueryState('ask', parseAsString)
  const asked = useSettled(question?.trim() ?? '', 250)
  const which = on === 'longest' ? { pick: 'longest' as const } : on ? { uid: on } : {}
  const preview = useQuery(
    trpc.agents.preview.queryOptions(
      { ...whose, ...which, ...(asked === '' ? {} : { query: asked }) },
      { placeholderData: keepPreviousData, retry: false },
    ),
  )
  const [pasted, setPasted] = useState<PreviewSource | null>(null)
  const [pasteCount, setPasteCount] = useState(0)
  const stored = useMemo(() => (preview.data ? previewSource(preview.data) : null), [preview.data])
  const source = pasted ?? stored
  const savedWindow = preview.data?.saved.window
  const saved = useMemo(() => (source && savedWindow ? windowOn(source, savedWindow) : null), [source, savedWindow])
  const shown = isDirty ? draft.window : (savedWindow ?? null)
  const drafted = useMemo(() => (source && shown ? windowOn(source, shown) : null), [source, shown])
  const changes = useMemo(() => (saved && drafted ? changesOf(saved, drafted) : null), [saved, drafted])
  const feed = useRef<PreviewFeedHandle>(null)
  const [stoodAt, setStoodAt] = useState<number | null>(null)

  const choice = (
    <PreviewThreadChoice
      name={name}
      thread={source?.thread ?? null}
      value={on}
      isPasted={pasted !== null}
      onPaste={(next) => {
        setPasted(next)
        setPasteCount((count) => count + 1)
      }}
      onChange={(next) => {
        setPasted(null)
        void setOn(next)
      }}
    />
  )
  if (preview.isError) {
    return (
      <section aria-label="Preview" className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
        <div className="border-line border-b px-4 py-3">{choice}</div>
        <QueryError
          title="The preview could not be loaded"
          kept="What you entered is still here."
          error={preview.error}
          onRetry={() => void preview.refetch()}
          isRetrying={preview.isFetching}
        />
      </section>
    )
  }
  if (!preview.data) {
    return (
      <section aria-label="Preview" role="status" className="min-h-0 overflow-hidden">
        <span className="sr-only">Loading the preview</span>
        <div aria-hidden="true" className="@container pt-16">
          <MessagePlaceholders rows={6} />
        </div>
      </section>
    )
  }
  if (!source || !saved || !drafted || !changes) {
    return (
      <section aria-label="Preview" className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
        <div className="border-line border-b px-4 py-3">{choice}</div>
        <EmptyState
          title="No thread to try it on yet"
          text="As soon as the agent has written, its conversations stand here under the window that you are setting. Until then, paste one."
        />
      </section>
    )
  }
  const { lost, gained } = changes
  const changed = lost.length > 0 ? lost : gained
  const step = (by: 1 | -1) => {
    const next = stepAmong(changed, stoodAt, by)
    setStoodAt(next)
    if (next !== null) feed.current?.goTo(next)
  }
  return (
    <section aria-label="Preview" className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 border-line border-b px-4 py-3">
        {choice}
        {pasted === null && (isRecalling(saved.window) || isRecalling(drafted.window)) ? (
          <PreviewQuestion
            value={question ?? ''}
            onChange={(next) => void setQuestion(next === '' ? null : next)}
            drafted={drafted}
            isAsked={source.recalled !== null}
          />
        ) : null}
        {pasted === null && summarizingPart(drafted.window) ? (
          <TrySummary key={source.thread.uid} name={name} uid={source.thread.uid} window={drafted.window} />
        ) : null}
        <PreviewFigures source={source} saved={saved} drafted={drafted} savedLabel={savedLabel} isDraft={isDirty} />
        <div className="flex min-h-7 items-center gap-2 text-12">
          <p role="status" className="min-w-0 flex-1 text-ink-2">
            {draft.isWhole ? null : <b className="font-medium text-bad">What is entered makes no window yet. </b>}
            {changeWords(lost.length, gained.length, isDirty)}
          </p>
          {changed.length > 0 ? (
            <>
              <IconButton
                label={`Previous message that is ${lost.length > 0 ? 'lost' : 'gained'}`}
                icon={<ArrowUp aria-hidden="true" />}
                onClick={() => step(-1)}
              />
              <IconButton
                label={`Next message that is ${lost.length > 0 ? 'lost' : 'gained'}`}
                icon={<ArrowDown aria-hidden="true" />}
                onClick={() => step(1)}
              />
            </>
          ) : null}
        </div>
      </div>
      <PreviewFeed
        key={pasted ? `pasted ${pasteCount}` : source.thread.uid}
        ref={feed}
        source={source}
        saved={saved}
        drafted={drafted}
        isDraft={isDirty}
        stoodAt={stoodAt}
      />
    </section>
  )
}

function isRecalling(window: Window): boolean {
  return recallingParts(window).length > 0
}

function changeWords(lost: number, gained: number, isDraft: boolean): string {
  if (!isDraft) return 'Change something on the left, and what it does stands here at once.'
  if (lost === 0 && gained === 0) return 'In this thread the draft changes nothing.'
  if (gained === 0) return `The agent would lose ${formatQuantity(lost, 'message')} of this thread.`
  if (lost === 0) return `The agent would see ${formatQuantity(gained, 'message')} more of this thread.`
  return `The agent would lose ${formatQuantity(lost, 'message')} and see ${formatQuantity(gained, 'other')}.`
}
