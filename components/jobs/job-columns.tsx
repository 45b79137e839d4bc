import { createColumnHelper } from '@tanstack/react-table'
import type { JobEntry } from '@/server/schemas/jobs'
import type { ListFeatures } from '../list/list-features'
import { classNames } from '../ui/class-names'
import { Skeleton } from '../ui/skeleton'
import { Time } from '../ui/time'
import { JobButtons } from './job-buttons'
import { JobState } from './job-state'
import { durationWords, kindWords, orderWords, outcomeWords, starterWords } from './job-words'
import type { useJobActions } from './use-job-actions'

/** The columns as a grid; under 640 px the name over what came of it, and the buttons. */
export const jobGrid =
  'grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 sm:grid-cols-[minmax(0,1fr)_96px_minmax(0,0.8fr)_76px_188px] sm:gap-x-5 ps-4'

const helper = createColumnHelper<ListFeatures, JobEntry>()
const twoLines = (
  <span className="grid gap-2">
    <Skeleton className="w-3/5" />
    <Skeleton className="h-2.5 w-2/5" />
  </span>
)

/** `now` in ms: how long running jobs have taken is told from it. */
export function jobColumnsOf(actions: ReturnType<typeof useJobActions>, now: () => number) {
  return helper.columns([
    helper.display({
      id: 'job',
      header: 'Job',
      cell: ({ row: { original: job } }) => (
        <>
          <span className="block truncate font-medium">
            {kindWords(job.kind)}
            <span className="font-normal text-ink-3 sm:hidden"> · {job.state}</span>
          </span>
          <span className="block truncate text-12/4 text-ink-3">
            <span className="sm:hidden">{outcomeWords(job)}</span>
            <span className="max-sm:hidden" dir="auto">
              {orderWords(job.order).join(' · ') || starterWords(job)}
            </span>
          </span>
        </>
      ),
      meta: { skeleton: twoLines },
    }),
    helper.display({
      id: 'state',
      header: 'State',
      cell: ({ row }) => <JobState state={row.original.state} />,
      meta: { className: 'max-sm:hidden', skeleton: <Skeleton className="w-14" /> },
    }),
    helper.display({
      id: 'outcome',
      header: 'Progress and result',
      cell: ({ row }) => <Outcome job={row.original} />,
      meta: { className: 'max-sm:hidden', skeleton: twoLines },
    }),
    helper.display({
      id: 'createdAt',
      header: 'Started',
      cell: ({ row: { original: job } }) => (
        <>
          <span className="block">
            <Time value={job.createdAt} />
          </span>
          <span className="block text-12/4 text-ink-3 tabular-nums">{durationWords(job, now())}</span>
        </>
      ),
      meta: {
        className: 'text-end text-ink-2 max-sm:hidden',
        headClassName: 'justify-end',
        skeleton: <Skeleton className="ms-auto w-10" />,
      },
    }),
    helper.display({
      id: 'buttons',
      header: () => <span className="sr-only">What can be done</span>,
      cell: ({ row }) => <JobButtons job={row.original} actions={actions} />,
      meta: { className: 'text-end', skeleton: <Skeleton className="ms-auto h-7 w-18" /> },
    }),
  ])
}

function Outcome({ job }: { job: JobEntry }) {
  const isGoing = job.state === 'running' || job.state === 'queued'
  return (
    <>
      <span
        className={classNames('block truncate tabular-nums', job.state === 'failed' && 'text-bad')}
        title={outcomeWords(job)}
      >
        {outcomeWords(job)}
      </span>
      {isGoing ? (
        <progress
          aria-label={kindWords(job.kind)}
          className="block h-1.5 w-full accent-act"
          {...(job.total === null ? {} : { value: job.done, max: Math.max(job.total, 1) })}
        />
      ) : (
        <span className="block truncate text-12/4 text-ink-3">by {starterWords(job)}</span>
      )}
    </>
  )
}
