'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { PreviewWindowOutput } from '@/server/schemas/agent-preview'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { useSettled } from '../list/use-settled'
import { ChipButton } from '../ui/chip'
import { formatCount } from '../ui/number-format'
import { Popover } from '../ui/popover'
import { SearchField } from '../ui/search-field'
import { PasteConversation } from './paste-conversation'
import type { PreviewSource } from './preview-decision'

export interface PreviewThreadChoiceProps {
  name: string | null
  /** The one that is shown. */
  thread: PreviewWindowOutput['thread']
  /** A uid, `longest`, or null for the one written last. */
  value: string | null
  onChange: (value: string | null) => void
  isPasted: boolean
  onPaste: (source: PreviewSource) => void
}

/** Which thread a window is tried on: the newest, the longest, or one that is looked for. */
export function PreviewThreadChoice({ name, thread, value, onChange, isPasted, onPaste }: PreviewThreadChoiceProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isNamed = value !== null && value !== 'longest' && !isPasted
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-12">
      <span className="text-ink-2">Preview on</span>
      <ChipButton isOn={value === null && !isPasted} onClick={() => onChange(null)}>
        newest
      </ChipButton>
      <ChipButton isOn={value === 'longest' && !isPasted} onClick={() => onChange('longest')}>
        longest
      </ChipButton>
      <Popover
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Try it on"
        className="w-96"
        trigger={
          <ChipButton isOn={isNamed} className="max-w-72">
            <span className="truncate">{isNamed && thread ? titleOf(thread) : 'choose one'}</span>
            <ChevronDown aria-hidden="true" className="size-3 shrink-0" />
          </ChipButton>
        }
      >
        <ThreadSearch
          name={name}
          onChoose={(uid) => {
            setIsOpen(false)
            onChange(uid)
          }}
        />
      </Popover>
      <PasteConversation isOn={isPasted} onPaste={onPaste} />
      {thread && !isNamed ? <span className="min-w-0 truncate text-ink-3">{titleOf(thread)}</span> : null}
      {thread?.hasOwnWindow ? (
        <span className="text-ink-2">This thread has a window of its own: the agent’s does not reach it.</span>
      ) : null}
    </div>
  )
}

/** A thread without a title is called by its id. */
function titleOf({ title, threadId }: { title: string | null; threadId: string }): string {
  return title ?? threadId
}

function ThreadSearch({ name, onChoose }: { name: string | null; onChoose: (uid: string) => void }) {
  const trpc = useTRPC()
  const [text, setText] = useState('')
  const wanted = useSettled(text.trim(), 200)
  const threads = useQuery(
    trpc.threads.list.queryOptions(
      {
        scopePattern: { all: true },
        limit: 20,
        ...(name === null ? {} : { agentName: name }),
        ...(wanted === '' ? {} : { text: wanted }),
      },
      { placeholderData: keepPreviousData },
    ),
  )
  return (
    <div className="grid gap-2">
      <SearchField label="Find a thread by its title or id" shortcut={null} value={text} onValueChange={setText} />
      {threads.isError ? (
        <QueryError
          layout="inline"
          title="The threads could not be loaded"
          error={threads.error}
          onRetry={() => void threads.refetch()}
          isRetrying={threads.isFetching}
        />
      ) : null}
      <div className="-mx-1 max-h-72 overflow-y-auto">
        {threads.data?.items.map((thread) => (
          <button
            key={thread.uid}
            type="button"
            onClick={() => onChoose(thread.uid)}
            className="flex min-h-7 w-full items-center gap-2 rounded-sm px-2 py-1 text-start text-13 hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
          >
            <span className="min-w-0 flex-1 truncate">{titleOf(thread)}</span>
            <span className="text-11 text-ink-3 tabular-nums">{formatCount(thread.messageCount)}</span>
          </button>
        ))}
        {threads.isSuccess && threads.data.items.length === 0 ? (
          <p className="px-2 py-1 text-12 text-ink-3">No thread of this agent is called so.</p>
        ) : null}
      </div>
    </div>
  )
}
