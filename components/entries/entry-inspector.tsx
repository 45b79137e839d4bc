'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EntryView } from '@/server/schemas/memory'
import type { ThreadView } from '@/server/schemas/threads'
import { JsonTree } from '../conversation/json-tree'
import { MessageBody } from '../conversation/message-body'
import { speakerOf } from '../conversation/message-words'
import { FactRows, PanelSection } from '../conversation/panel-section'
import { RunFacts } from '../conversation/run-facts'
import { messageHref } from '../conversation/use-message-actions'
import { QueryError } from '../data/query-error'
import { threadHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { Button, LinkButton } from '../ui/button'
import { Chip } from '../ui/chip'
import { CopyButton } from '../ui/copy-button'
import { EmptyState } from '../ui/empty-state'
import { IconButton } from '../ui/icon-button'
import { Link } from '../ui/link'
import { formatCount } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'
import { Time } from '../ui/time'
import { extentOf } from './entry-columns'

export interface EntryInspectorProps {
  thread: ThreadView
  entryId: string
  onClose: () => void
}

/** One entry: its messages, metadata, tags, run, what it had read, what had differed, and the JSON that agents get. */
export function EntryInspector({ thread, entryId, onClose }: EntryInspectorProps) {
  const trpc = useTRPC()
  const { threadId, scope } = thread
  const alone = useQuery(trpc.memory.entries.queryOptions({ threadId, scope, entryId }, { retry: false }))
  const entry = alone.data?.items[0]
  return (
    <aside
      aria-label="The entry that is looked at"
      className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] border-line border-s bg-panel max-xl:absolute max-xl:inset-y-0 max-xl:end-0 max-xl:z-20 max-xl:w-full max-xl:max-w-114 max-xl:shadow-float"
    >
      <header className="flex h-12 items-center gap-2 border-line border-b ps-4 pe-2 pointer-coarse:h-14">
        <h2 className="min-w-0 flex-1 truncate font-semibold text-16">
          {entry ? `Entry, ${extentOf(entry)}` : 'Entry'}
        </h2>
        <IconButton isPlain label="Close" hint="escape" icon={<X aria-hidden="true" />} onClick={onClose} />
      </header>
      <div className="overflow-y-auto p-4">
        {entry ? (
          <EntryParts key={entry.id} thread={thread} entry={entry} />
        ) : alone.isError ? (
          <QueryError
            layout="inline"
            title="The entry could not be loaded"
            error={alone.error}
            onRetry={() => void alone.refetch()}
            isRetrying={alone.isFetching}
          />
        ) : alone.isPending ? (
          <div role="status" className="grid gap-3">
            <span className="sr-only">Loading the entry</span>
            <Skeleton className="w-3/5" />
            <Skeleton className="w-4/5" />
            <Skeleton className="h-16" />
          </div>
        ) : (
          <EmptyState
            title="There is no such entry"
            text="It has expired, or the link is wrong."
            action={<Button onClick={onClose}>Show the list</Button>}
            className="px-0 py-4"
          />
        )}
      </div>
    </aside>
  )
}

function EntryParts({ thread, entry }: { thread: ThreadView; entry: EntryView }) {
  const { metadata, firstSeq, messages, conflicts } = entry
  const tags = Object.entries(metadata.tags)
  const facts: { label: string; value: ReactNode }[] = [
    { label: 'Written', value: <Time value={metadata.createdAt} show="second" /> },
    { label: 'Last read', value: <Time value={metadata.accessedAt} show="second" /> },
    { label: 'Agent', value: metadata.agentName ?? 'none' },
    { label: 'Run', value: metadata.runId ?? 'none' },
    { label: 'Messages', value: formatCount(messages.length) },
    { label: 'Tokens', value: formatCount(metadata.tokenCount) },
  ]
  if (metadata.expiresAt) facts.push({ label: 'Expires', value: <Time value={metadata.expiresAt} show="minute" /> })
  facts.push({
    label: 'Id',
    value: (
      <span className="flex items-start justify-end gap-1">
        <code className="min-w-0 font-mono text-11 wrap-anywhere">{entry.id}</code>
        <CopyButton text={entry.id} label="Copy id" size="small" className="-my-1 shrink-0" />
      </span>
    ),
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
      {tags.length > 0 ? (
        <div className="flex flex-wrap gap-1.5">
          {tags.map(([key, value]) => (
            <Chip key={key} label={key} value={value} />
          ))}
        </div>
      ) : null}
      <FactRows facts={facts} />
      {entry.run ? (
        <PanelSection title="Run" className="text-12">
          <RunFacts name={`entry:${entry.id}`} run={entry.run} />
        </PanelSection>
      ) : null}
      {conflicts.length > 0 ? (
        <PanelSection title="What differed">
          <ul className="text-12">
            {conflicts.map((conflict) => (
              <li key={conflict.index} className="border-line border-t py-1.75">
                {formatConflict(conflict)}{' '}
                {conflict.seq === undefined ? null : (
                  <Link href={messageHref(thread.uid, conflict.seq)} className="underline underline-offset-2">
                    message {formatCount(conflict.seq)}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </PanelSection>
      ) : null}
      <PanelSection title="What it had read">
        {entry.read ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <LinkButton
              size="small"
              className="justify-self-start"
              href={`${threadHref(thread.uid)}?given=${entry.id}`}
            >
              Show it in the conversation
            </LinkButton>
            <JsonTree name={`entry:${entry.id}:read`} label="Read token" value={entry.read} />
          </div>
        ) : (
          <p className="text-12 text-ink-3">Nothing: it was written without a read token.</p>
        )}
      </PanelSection>
      <PanelSection title="Messages">
        {messages.length === 0 ? <p className="text-12 text-ink-3">None was new.</p> : null}
        <ol>
          {messages.slice(0, MOST_SHOWN).map((message, place) => (
            <li key={message.id ?? place} className="grid grid-cols-[minmax(0,1fr)] gap-0.5 border-line border-t py-2">
              <p className="flex items-center gap-2 text-12 text-ink-2">
                <span className="font-medium">{speakerOf(message.role, thread.agentName)}</span>
                <Link
                  href={messageHref(thread.uid, firstSeq + place)}
                  className="inline-flex min-h-6 items-center text-ink-3 underline-offset-2 hover:underline pointer-coarse:min-h-11"
                >
                  message {formatCount(firstSeq + place)}
                </Link>
              </p>
              <MessageBody
                name={`entry:${entry.id}:${place}`}
                message={message}
                calls={(message.toolCalls ?? []).map((call) => ({ call, result: null, state: 'apart' }))}
              />
            </li>
          ))}
        </ol>
        {messages.length > MOST_SHOWN ? (
          <p className="text-12 text-ink-3">{formatCount(messages.length - MOST_SHOWN)} more are in the JSON below.</p>
        ) : null}
      </PanelSection>
      <PanelSection title="As agents get it">
        <JsonTree name={`entry:${entry.id}:raw`} label="Entry" value={memoryEntry(entry)} />
      </PanelSection>
    </div>
  )
}

/** Messages of an entry that are shown one by one; an import can be one entry of thousands. */
const MOST_SHOWN = 50

/** AgentLIB's MemoryEntry, as `entries()` of the SDK gives it. */
function memoryEntry({ id, threadId, messages, metadata }: EntryView) {
  return { id, sessionId: threadId, messages, metadata }
}

const conflictWords: Record<string, string> = {
  'content-differs': 'came back with another content than is stored:',
  'not-stored': 'was said to be known and is not stored',
}

function formatConflict({ index, reason }: EntryView['conflicts'][number]): string {
  return `Number ${formatCount(index + 1)} of what was handed over ${conflictWords[reason] ?? `differed (${reason})`}`
}
