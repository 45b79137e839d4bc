'use client'

import { useState } from 'react'
import type { z } from 'zod'
import type { CountMatchingInput } from '@/server/schemas/bulk'
import type { ExportFormat } from '@/server/schemas/exports'
import type { JobView } from '@/server/schemas/jobs'
import { showFailure } from '../data/show-failure'
import { useTRPCClient } from '../data/trpc'
import { useFollowJob } from '../jobs/use-follow-job'
import type { StatusChange } from '../review/status-menu'
import { formatQuantity } from '../ui/number-format'
import { showToast } from '../ui/toast'
import type { TagChange } from './use-thread-actions'
import { useThreadCaches } from './use-thread-caches'

/** Which threads are meant: the filter, in place of ids. */
export type Matching = z.input<typeof CountMatchingInput>

interface Operation {
  start: () => Promise<JobView>
  /** While it runs: "Tagging". */
  going: string
  /** Afterwards: "tagged". */
  done: string
  canUndo: boolean
}

/** How many threads a job says it has changed, and how many it left alone. */
function countsOf({ result, done }: JobView): { threads: number; skipped: number } {
  const facts = typeof result === 'object' && result !== null && !Array.isArray(result) ? result : {}
  const { threads, skipped } = facts
  return {
    threads: typeof threads === 'number' ? threads : done,
    skipped: typeof skipped === 'number' ? skipped : 0,
  }
}

/** What one does with all threads that match: a job that says how far it is, can be stopped, and taken back. */
export function useMatchingJob() {
  const client = useTRPCClient()
  const caches = useThreadCaches()
  const [running, setRunning] = useState<{ job: JobView; going: string } | null>(null)

  const followJob = useFollowJob()
  async function run({ start, going, done, canUndo }: Operation): Promise<JobView | null> {
    try {
      const job = await followJob(await start(), (now) => setRunning({ job: now, going }))
      const { threads, skipped } = countsOf(job)
      const left = skipped > 0 ? `${formatQuantity(skipped, 'thread')} stayed as before.` : undefined
      const undo = canUndo ? { onUndo: () => void undoOf(job.id) } : {}
      if (job.state === 'done') {
        showToast({ title: `${formatQuantity(threads, 'thread')} ${done}`, description: left, ...undo })
      } else if (job.state === 'cancelled') {
        showToast({ title: `${going} stopped`, description: 'What was done until then stays.', ...undo })
      } else {
        showToast({ title: `${going} failed`, description: job.error ?? undefined, tone: 'bad', ...undo })
      }
      return job
    } catch (error) {
      showFailure(`${going} failed`, error)
      return null
    } finally {
      setRunning(null)
      await Promise.all([caches.refreshLists(), caches.refreshFigures()])
    }
  }

  const undoOf = (jobId: string) =>
    run({
      start: () => client.threads.undoMatching.mutate({ jobId }),
      going: 'Taking back',
      done: 'as before',
      canUndo: false,
    })

  return {
    running,
    stop: async () => {
      if (!running) return
      try {
        await client.jobs.cancel.mutate({ id: running.job.id })
      } catch (error) {
        showFailure('It was not stopped', error)
      }
    },
    tag: (matching: Matching, change: TagChange) =>
      run({
        start: () => client.threads.tagMatching.mutate({ ...matching, ...change }),
        going: 'Tagging',
        done: 'tagged',
        canUndo: true,
      }),
    assign: (matching: Matching, assignee: string | null) =>
      run({
        start: () => client.threads.assignMatching.mutate({ ...matching, assignee }),
        going: 'Assigning',
        done: assignee === null ? 'are nobody’s' : 'assigned',
        canUndo: true,
      }),
    mark: (matching: Matching, change: StatusChange) =>
      run({
        start: () => client.threads.markMatching.mutate({ ...matching, ...change }),
        going: 'Setting the status',
        done: 'marked',
        canUndo: true,
      }),
    remove: (matching: Matching) =>
      run({
        start: () => client.threads.deleteMatching.mutate(matching),
        going: 'Deleting',
        done: 'deleted',
        canUndo: true,
      }),
    /** Writes all of them into a file, and fetches it. */
    exportAll: async ({ filters: { agentName, ...filters } = {}, ...where }: Matching, format: ExportFormat) => {
      const job = await run({
        start: () => client.exports.start.mutate({ ...where, format, agentName, filters }),
        going: 'Exporting',
        done: 'exported',
        canUndo: false,
      })
      if (job?.state === 'done') window.location.assign(`/api/exports/${job.id}`)
    },
  }
}
