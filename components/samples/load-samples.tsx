'use client'

import { z } from 'zod'
import { useTRPCClient } from '../data/trpc'
import { Button } from '../ui/button'
import { formatQuantity } from '../ui/number-format'
import { showToast } from '../ui/toast'
import { useSamplesJob } from './use-samples-job'

const Result = z.object({ threads: z.int(), messages: z.int() })

/** Some thirty conversations of our own, so that the desk is alive at once. */
export function LoadSamples() {
  const client = useTRPCClient()
  const { run, isPending, job } = useSamplesJob({
    start: () => client.samples.load.mutate({}),
    onDone: (result) => {
      const { threads, messages } = Result.parse(result)
      showToast({
        title: `${formatQuantity(threads, 'sample')} loaded`,
        description: `${formatQuantity(messages, 'message')}. One press takes them away again.`,
        tone: 'good',
      })
    },
    failure: 'The samples were not loaded',
  })
  return (
    <Button isBusy={isPending} onClick={() => run()}>
      {job?.total ? `Loading samples: ${job.done} of ${job.total}` : 'Load samples'}
    </Button>
  )
}
