'use client'

import { useCallback } from 'react'
import type { JobView } from '@/server/schemas/jobs'
import { readApiError } from '../data/api-error'
import { useTRPCClient } from '../data/trpc'

const LOOK_EVERY_MS = 400
/** Looks in a row that may fail, as far as the same look may succeed later. */
const MOST_FAILURES = 5

/** Waits for a job's end, and tells on the way how far it is. */
export function useFollowJob(): (started: JobView, onLook: (job: JobView) => void) => Promise<JobView> {
  const client = useTRPCClient()
  return useCallback(
    async (started, onLook) => {
      let job = started
      let failures = 0
      while (job.finishedAt === null) {
        onLook(job)
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
        try {
          job = await client.jobs.get.query({ id: job.id })
          failures = 0
        } catch (error) {
          failures += 1
          if (failures > MOST_FAILURES || !readApiError(error).isRetryable) throw error
        }
      }
      return job
    },
    [client],
  )
}
