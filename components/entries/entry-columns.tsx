import { createColumnHelper } from '@tanstack/react-table'
import type { EntryView } from '@/server/schemas/memory'
import { givenWindow } from '../conversation/entry-read'
import type { ListFeatures } from '../list/list-features'
import { spellTag } from '../threads/tag-text'
import { formatCount, formatQuantity } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'
import { Time } from '../ui/time'

/** The columns as a grid; under 640 px when and by whom over what. */
export const entriesGrid =
  'grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,0.8fr)_minmax(88px,0.4fr)_80px] sm:gap-x-5 ps-4'

const helper = createColumnHelper<ListFeatures, EntryView>()

/** "messages 4 to 7", or that nothing of it was new. */
export function extentOf({ firstSeq, lastSeq }: EntryView): string {
  if (lastSeq < firstSeq || firstSeq === 0) return 'no message'
  return firstSeq === lastSeq
    ? `message ${formatCount(firstSeq)}`
    : `messages ${formatCount(firstSeq)} to ${formatCount(lastSeq)}`
}

/** Messages that were new. */
function sizeOf({ firstSeq, lastSeq }: EntryView): number {
  return firstSeq === 0 ? 0 : Math.max(0, lastSeq - firstSeq + 1)
}

/** Whether the run that wrote it said that it failed. */
function isFailedRun({ run }: EntryView): boolean {
  return typeof run?.error === 'string' && run.error !== ''
}

function tagWords({ metadata }: EntryView): string {
  return Object.entries(metadata.tags)
    .map(([key, value]) => spellTag(key, value))
    .join(', ')
}

export const entryColumns = helper.columns([
  helper.display({
    id: 'written',
    header: 'Written',
    cell: ({ row: { original } }) => (
      <>
        <span className="block truncate font-medium">
          <Time value={original.metadata.createdAt} show="second" />
        </span>
        <span className="block truncate text-12/4 text-ink-3">
          {isFailedRun(original) ? <b className="font-medium text-bad">failed · </b> : null}
          {original.conflicts.length > 0 ? `${formatQuantity(original.conflicts.length, 'conflict')} · ` : null}
          {original.metadata.agentName ?? 'no agent'}
          {original.metadata.runId ? ` · run ${original.metadata.runId}` : ''}
        </span>
      </>
    ),
    meta: { skeleton: <Skeleton className="w-3/5" /> },
  }),
  helper.display({
    id: 'tags',
    header: 'Tags',
    cell: ({ row: { original } }) => (
      <span className="block truncate text-ink-2" dir="auto">
        {tagWords(original) || <span className="text-ink-3">none</span>}
      </span>
    ),
    meta: { className: 'max-sm:hidden', skeleton: <Skeleton className="w-2/5" /> },
  }),
  helper.display({
    id: 'given',
    header: 'Given before',
    cell: ({ row: { original } }) => {
      const read = givenWindow(original.read)
      return (
        <span className="block truncate text-ink-2">{read ? formatQuantity(read.messages, 'msg') : 'nothing'}</span>
      )
    },
    meta: { className: 'tabular-nums max-sm:hidden', skeleton: <Skeleton className="w-12" /> },
  }),
  helper.display({
    id: 'size',
    header: 'Tokens',
    cell: ({ row: { original } }) => (
      <>
        <span className="block">{formatCount(original.metadata.tokenCount)}</span>
        <span className="block truncate text-12/4 text-ink-3">{formatQuantity(sizeOf(original), 'msg')}</span>
      </>
    ),
    meta: {
      className: 'text-end text-ink-2 tabular-nums',
      headClassName: 'justify-end',
      skeleton: <Skeleton className="ms-auto w-10" />,
    },
  }),
])
