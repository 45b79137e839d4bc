import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobView } from '@/server/schemas/jobs'
import { readApiError } from '../data/api-error'
import { showFailure } from '../data/show-failure'
import { useTRPCClient } from '../data/trpc'
import { useThreadCaches } from '../threads/use-thread-caches'
import { showToast } from '../ui/toast'

const LOOK_EVERY_MS = 500
/** Looks in a row that may fail, as far as the same look may succeed later. */
const MOST_FAILURES = 5

interface SamplesJob {
  start(): Promise<JobView>
  /** Says in a corner what was done. */
  onDone(result: JobView['result']): void
  /** What to say when it was not: "The samples were not loaded". */
  failure: string
}

/**
 * Starts a job of the samples and follows it, also when whatever started it is gone from the screen: the lists follow it
 * by themselves.
 */
export function useSamplesJob({ start, onDone, failure }: SamplesJob) {
  const client = useTRPCClient()
  const caches = useThreadCaches()
  const [job, setJob] = useState<JobView>()
  const refresh = () => Promise.all([caches.refreshLists(), caches.refreshFigures()])

  async function follow(started: JobView): Promise<JobView> {
    let current = started
    let failures = 0
    while (current.state === 'running' || current.state === 'queued') {
      setJob(current)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      try {
        const { done } = current
        current = await client.jobs.get.query({ id: current.id })
        failures = 0
        if (current.done !== done) void refresh()
      } catch (error) {
        failures += 1
        if (failures > MOST_FAILURES || !readApiError(error).isRetryable) throw error
      }
    }
    return current
  }

  const mutation = useMutation({
    mutationFn: async () => follow(await start()),
    onSuccess: ({ state, error, result }) => {
      if (state === 'done') onDone(result)
      else showToast({ title: failure, description: error ?? 'Somebody has stopped it.', tone: 'bad' })
    },
    onError: (error) => showFailure(failure, error),
    onSettled: refresh,
  })
  return { run: mutation.mutate, isPending: mutation.isPending, job: mutation.isPending ? job : undefined }
}
