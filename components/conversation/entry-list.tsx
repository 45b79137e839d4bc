'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import type { EntryView } from '@/server/schemas/memory'
import type { ThreadView } from '@/server/schemas/threads'
import { versionHref } from '../agents/agent-href'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { entriesHref } from '../entries/entries-href'
import { spellTag } from '../threads/tag-text'
import { Button } from '../ui/button'
import { Link } from '../ui/link'
import { formatCount, formatQuantity } from '../ui/number-format'
import { SkeletonRows } from '../ui/skeleton'
import { Time } from '../ui/time'
import { givenWindow } from './entry-read'
import { useFold } from './fold-memory'
import { JsonTree } from './json-tree'
import { PanelSection } from './panel-section'
import { RunFacts } from './run-facts'
import type { Given } from './use-given'

/** Entries in one page of the panel. */
const PAGE = 20

/** Where an entry leads to. */
interface EntryLinks {
  onGoTo: (seq: number) => void
  given: Given
}

/** What was written to a thread, newest first, and what its agent had been given before. */
export function EntryList({ thread, ...links }: { thread: ThreadView } & EntryLinks) {
  const trpc = useTRPC()
  const entries = useInfiniteQuery(
    trpc.memory.entries.infiniteQueryOptions(
      { threadId: thread.threadId, scope: thread.scope, order: 'desc', limit: PAGE, withMessages: false },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  )
  const items = entries.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <PanelSection title="What was written, and what it was given">
      {entries.isPending ? <SkeletonRows rows={3} label="Loading entries" className="[&>div]:px-0" /> : null}
      {entries.isError && items.length === 0 ? (
        <QueryError
          layout="inline"
          title="The entries could not be loaded"
          error={entries.error}
          onRetry={() => void entries.refetch()}
          isRetrying={entries.isFetching}
        />
      ) : null}
      {entries.isSuccess && items.length === 0 ? (
        <p className="text-12 text-ink-3">Nothing was written yet. Each write of an agent will stand here.</p>
      ) : null}
      <ul>
        {items.map((entry) => (
          <EntryRow key={entry.id} entry={entry} {...links} />
        ))}
      </ul>
      {entries.hasNextPage ? (
        <Button
          size="small"
          className="mt-2 justify-self-start"
          isBusy={entries.isFetchingNextPage}
          onClick={() => void entries.fetchNextPage()}
        >
          Earlier entries
        </Button>
      ) : null}
      {items.length > 0 ? (
        <Link
          href={entriesHref(thread.uid)}
          className="mt-1 inline-flex min-h-6 items-center justify-self-start text-12 underline underline-offset-2 pointer-coarse:min-h-11"
        >
          All entries, by tags
        </Link>
      ) : null}
    </PanelSection>
  )
}

function EntryRow({ entry, ...links }: { entry: EntryView } & EntryLinks) {
  const { metadata } = entry
  const [isOpen, setIsOpen] = useFold(`entry:${entry.id}`)
  const read = givenWindow(entry.read)
  const isFailed = typeof entry.run?.error === 'string' && entry.run.error !== ''
  const run = metadata.runId ? `run ${shortRun(metadata.runId)}` : 'no run'
  const version = read?.configVersion ? `, v${read.configVersion}` : ''
  return (
    <li className="border-line border-t">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] content-center gap-2 py-1.75 text-start text-12 hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      >
        <span className="truncate">
          <Time value={metadata.createdAt} show="moment" /> · {run}
        </span>
        <span className="text-ink-2 tabular-nums">
          {isFailed ? <span className="font-medium text-bad">failed · </span> : null}
          {read ? `given ${formatQuantity(read.messages, 'msg')}${version}` : 'given nothing'}
        </span>
      </button>
      {isOpen ? <EntryFacts entry={entry} {...links} /> : null}
    </li>
  )
}

/** What tells runs apart: the first part of a UUID, the end of any other long id. */
function shortRun(id: string): string {
  if (/^[\da-f]{8}-[\da-f]{4}-/i.test(id)) return id.slice(0, 8)
  return id.length > 12 ? `…${id.slice(-8).toWellFormed()}` : id
}

function EntryFacts({ entry, onGoTo, given }: { entry: EntryView } & EntryLinks) {
  const { metadata, firstSeq, lastSeq } = entry
  const tags = Object.entries(metadata.tags)
  const read = givenWindow(entry.read)
  const facts: [string, React.ReactNode][] = [
    ['Written', <Time key="time" value={metadata.createdAt} show="second" />],
    ['Last read', <Time key="time" value={metadata.accessedAt} show="second" />],
    ['Agent', metadata.agentName ?? 'none'],
    ['Run', metadata.runId ?? 'none'],
    ['Tokens', formatCount(metadata.tokenCount)],
    ['Tags', tags.length > 0 ? tags.map(([key, value]) => spellTag(key, value)).join(', ') : 'none'],
  ]
  if (read?.configVersion && (read.source === 'app' || read.source === 'agent')) {
    const name = read.source === 'agent' ? metadata.agentName : null
    facts.push([
      'Read under',
      <Link key="version" href={versionHref(name, read.configVersion)} className="underline underline-offset-2">
        v{read.configVersion} of {name ?? 'all agents'}
      </Link>,
    ])
  }
  if (metadata.expiresAt) facts.push(['Expires', <Time key="time" value={metadata.expiresAt} show="minute" />])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-2 text-12">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="text-end wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {lastSeq >= firstSeq && firstSeq > 0 ? (
        <Button size="small" className="justify-self-start" onClick={() => onGoTo(firstSeq)}>
          {firstSeq === lastSeq ? `Go to message ${firstSeq}` : `Go to messages ${firstSeq} to ${lastSeq}`}
        </Button>
      ) : null}
      <Link
        href={entriesHref(entry.threadUid, entry.id)}
        className="inline-flex min-h-6 items-center justify-self-start underline underline-offset-2 pointer-coarse:min-h-11"
      >
        All of this entry
      </Link>
      {entry.read ? (
        <Button
          size="small"
          className="justify-self-start"
          aria-pressed={given.entryId === entry.id}
          onClick={() => given.show(given.entryId === entry.id ? null : entry.id)}
        >
          {given.entryId === entry.id ? 'Back to what is seen now' : 'Show what it was given then'}
        </Button>
      ) : null}
      {entry.run ? <RunFacts name={`entry:${entry.id}`} run={entry.run} /> : null}
      {entry.read ? <JsonTree name={`entry:${entry.id}:read`} label="Given" value={entry.read} /> : null}
    </div>
  )
}
