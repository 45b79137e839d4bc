'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import type { JobView } from '@/server/schemas/jobs'
import { readApiError } from '../data/api-error'
import { QueryError } from '../data/query-error'
import { showFailure } from '../data/show-failure'
import { useTRPC, useTRPCClient } from '../data/trpc'
import { usePermissions } from '../data/use-permissions'
import { TopLine } from '../shell/top-line'
import { JobBar } from '../threads/job-bar'
import { Button, LinkButton } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { SkeletonRows } from '../ui/skeleton'
import { DuplicateList } from './duplicate-list'
import { useStartDuplicates } from './use-start-duplicates'

const LOOK_EVERY_MS = 500

/** Threads in which history was stored twice: looked for by a job (`?job=`), each led to the preview of its repair. */
export function DuplicatesPage() {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const [jobId] = useQueryState('job', parseAsString)
  const may = usePermissions()
  const start = useStartDuplicates()
  const job = useQuery(
    trpc.jobs.get.queryOptions(
      { id: jobId ?? '' },
      {
        enabled: jobId !== null,
        retry: false,
        refetchInterval: ({ state }) => (state.data && state.data.finishedAt === null ? LOOK_EVERY_MS : false),
      },
    ),
  )
  const again = (
    <Button
      variant={jobId === null ? 'main' : 'outline'}
      isBusy={start.isPending}
      onClick={() => start.mutate({ scopePattern: { all: true } })}
    >
      {jobId === null ? 'Look through all threads' : 'Look again'}
    </Button>
  )
  const stop = async () => {
    try {
      await client.jobs.cancel.mutate({ id: jobId ?? '' })
      await job.refetch()
    } catch (error) {
      showFailure('It was not stopped', error)
    }
  }
  return (
    <>
      <TopLine
        crumbs={[{ label: 'Threads', href: '/threads' }, { label: 'Duplicates' }]}
        actions={jobId !== null && may.act ? again : undefined}
      />
      {jobId === null ? (
        <div className="overflow-y-auto">
          <EmptyState
            title="Find history that was stored twice"
            text="Agents that append their whole state after each run store what they had loaded once more, and imports bring such threads along. Here they are found by whole turns that come again in the same place and order, shown beside their repair, and repaired as a fork: the thread itself stays."
            action={
              <>
                {may.act ? again : null}
                <LinkButton href="/threads">Choose threads first</LinkButton>
              </>
            }
          >
            <p className="text-12 text-ink-3">
              To look through some of them, filter the list of threads and take “Find duplicates in these” from its view
              menu.
            </p>
          </EmptyState>
        </div>
      ) : job.data?.finishedAt === null ? (
        <div className="min-h-0 overflow-hidden">
          <JobBar job={job.data} going="Looking through" onStop={() => void stop()} />
          <SkeletonRows rows={8} label="Looking for duplicates" />
        </div>
      ) : job.data?.state === 'done' ? (
        <DuplicateList jobId={jobId} />
      ) : job.data ? (
        <Unfinished job={job.data} />
      ) : job.isError ? (
        <div className="overflow-y-auto">
          {readApiError(job.error).code === 'NOT_FOUND' || readApiError(job.error).code === 'INVALID_INPUT' ? (
            <EmptyState
              title="There is no such search"
              text="Its results were removed, or the address is wrong."
              action={may.act ? again : null}
            />
          ) : (
            <QueryError
              title="The search could not be loaded"
              kept="Nothing was changed."
              error={job.error}
              onRetry={() => void job.refetch()}
              isRetrying={job.isFetching}
            />
          )}
        </div>
      ) : (
        <SkeletonRows rows={8} label="Loading duplicates" />
      )}
    </>
  )
}

function Unfinished({ job }: { job: JobView }) {
  return (
    <div className="overflow-y-auto">
      <EmptyState
        title={job.state === 'cancelled' ? 'The search was stopped' : 'The search failed'}
        text={`${job.error ?? 'It changes nothing, so nothing is half done.'} Look again to see what is stored twice.`}
      />
    </div>
  )
}
