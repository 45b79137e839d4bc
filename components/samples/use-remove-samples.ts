'use client'

import { z } from 'zod'
import { useTRPCClient } from '../data/trpc'
import { formatQuantity } from '../ui/number-format'
import { showToast } from '../ui/toast'
import { useSamplesJob } from './use-samples-job'

const Result = z.object({ threads: z.int() })

/** Takes the sample conversations away, and nothing else. */
export function useRemoveSamples() {
  const client = useTRPCClient()
  const { run, isPending } = useSamplesJob({
    start: () => client.samples.remove.mutate({}),
    onDone: (result) => {
      showToast({ title: `${formatQuantity(Result.parse(result).threads, 'sample')} taken away`, tone: 'good' })
    },
    failure: 'The samples were not taken away',
  })
  return { mutate: () => run(), isPending }
}
