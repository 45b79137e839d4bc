import { setTimeout as delay } from 'node:timers/promises'
import type { Transport } from '../sdk/transport'
import type { JobView } from '../server/schemas/jobs'

const LOOK_EVERY_MS = 300

/** Waits for the end of a job, and shows on one line of the terminal how far it is. */
export async function followJob(
  call: Transport,
  job: JobView,
  line: (job: JobView) => string = ({ done, total }) => `${done} of ${total ?? '?'}`,
): Promise<JobView> {
  let current = job
  while (current.state === 'running' || current.state === 'queued') {
    await delay(LOOK_EVERY_MS)
    current = await call<JobView>('jobs.get', { id: job.id }, { isRepeatable: true })
    process.stderr.write(`\r${line(current)}`)
  }
  process.stderr.write('\n')
  return current
}
