import { parseArgs } from 'node:util'
import { LociError } from '../sdk/error'
import type { JobView } from '../server/schemas/jobs'
import { followJob } from './follow-job'
import { connect } from './installation'

/** `npm run sample` loads the sample conversations; `npm run sample -- --remove` takes them away again. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { remove: { type: 'boolean', default: false }, url: { type: 'string' }, key: { type: 'string' } },
  })
  const { url, call } = connect(values)
  const procedure = values.remove ? 'samples.remove' : 'samples.load'
  const started = await call<JobView>(procedure, {}, { isRepeatable: true })
  const job = await followJob(call, started, ({ done, total }) => `${done} of ${total ?? '?'} conversations`)
  if (job.state !== 'done') throw new Error(`It stopped: ${job.error ?? job.state}`)
  // The results of loadSamples and removeSamples.
  const { threads, messages } = job.result as { threads: number; messages?: number }
  console.log(
    values.remove
      ? `${threads} sample conversations taken away.`
      : `${threads} sample conversations, ${messages ?? 0} messages new: ${url}/threads`,
  )
}

main().catch((error: unknown) => {
  const isAway = LociError.isInstance(error) && error.code === 'UNREACHABLE'
  console.error(
    isAway ? 'Loci does not run here. Start it with: npm start' : error instanceof Error ? error.message : error,
  )
  process.exitCode = 1
})
