import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { LociError } from '../sdk/error'
import type { ExportResult } from '../server/schemas/exports'
import type { JobView } from '../server/schemas/jobs'
import { followJob } from './follow-job'
import { connect } from './installation'

const USAGE = `npm run export -- --scope SCOPE [--out FILE] [--agent NAME] [--dry-run] [--url URL] [--key KEY]

--scope    a tenant, or tenant:<tenant>:subject:<subject>
--tenant   instead of --scope: all subjects of a tenant
--out      where the threads go, one a line; without it they are printed (then run it with npm run --silent)
--agent    only threads of this agent
--dry-run  only counts them
--url      another installation than the one that runs here, with --key`

/** The types of web streams in Node and in the browser do not meet, so it is read by hand. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      scope: { type: 'string' },
      tenant: { type: 'string' },
      out: { type: 'string' },
      agent: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      url: { type: 'string' },
      key: { type: 'string' },
    },
  })
  if ((values.scope === undefined) === (values.tenant === undefined)) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  const { url, key, call } = connect(values)
  const started = await call<JobView>(
    'exports.start',
    {
      ...(values.tenant === undefined ? { scope: values.scope } : { scopePattern: { tenant: values.tenant } }),
      agentName: values.agent,
      dryRun: values['dry-run'],
    },
    { isRepeatable: false },
  )
  const job = await followJob(call, started, ({ done, total }) => `${done} of ${total ?? '?'} threads`)
  if (job.state !== 'done') throw new Error(`The export stopped: ${job.error ?? job.state}. Run it again.`)
  // The job's result was made by exportThreads.
  const { threads, messages, path } = job.result as ExportResult
  if (path !== null) {
    const response = await fetch(new URL(path, url), { headers: { authorization: `Bearer ${key}` } })
    if (!response.ok || response.body === null) throw new Error(`The export could not be fetched (${response.status}).`)
    await pipeline(Readable.from(chunksOf(response.body)), values.out ? createWriteStream(values.out) : process.stdout)
  }
  console.error(`${threads} threads with ${messages} messages`)
}

main().catch((error: unknown) => {
  if (LociError.isInstance(error) && error.code === 'UNREACHABLE') {
    console.error('Loci does not run here. Start it with: npm start')
  } else {
    console.error(error instanceof Error ? error.message : error)
  }
  process.exitCode = 1
})
