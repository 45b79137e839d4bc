import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { LociError } from '../sdk/error'
import { formatOf, type ImportResult, type JobView } from '../server/schemas/jobs'
import { followJob } from './follow-job'
import { connect } from './installation'

const USAGE = `npm run import -- FILE --scope SCOPE [--agent NAME] [--url URL] [--key KEY]

FILE     OpenAI chat JSONL, one {"id", "messages"} a line, each of which becomes a thread; or what npm run export wrote
--scope  a tenant, or tenant:<tenant>:subject:<subject>
--agent  whose conversations these are
--url    another installation than the one that runs here, with --key`

/** One request holds at most this many characters of the file, so that a large one goes in parts. */
const PART_CHARACTERS = 8_000_000

function* partsOf(text: string): Generator<string> {
  let part: string[] = []
  let size = 0
  for (const line of text.split('\n')) {
    if (size + line.length > PART_CHARACTERS && part.length > 0) {
      yield part.join('\n')
      part = []
      size = 0
    }
    part.push(line)
    size += line.length + 1
  }
  if (part.some((line) => line.trim() !== '')) yield part.join('\n')
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      scope: { type: 'string' },
      agent: { type: 'string' },
      url: { type: 'string' },
      key: { type: 'string' },
    },
  })
  const [file] = positionals
  if (file === undefined || values.scope === undefined) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  const { url, call } = connect(values)
  const text = readFileSync(file, 'utf8')
  const format = formatOf(text)
  const totals: Omit<ImportResult, 'dryRun' | 'samples'> = {
    threads: 0,
    messages: 0,
    unchanged: 0,
    skippedSystem: 0,
    skipped: [],
    skippedCount: 0,
  }
  let linesBefore = 0
  for (const part of partsOf(text)) {
    const started = await call<JobView>(
      'imports.start',
      { scope: values.scope, agentName: values.agent, format, text: part },
      { isRepeatable: false },
    )
    const base = linesBefore
    const job = await followJob(call, started, ({ done, total }) => `${base + done} of ${base + (total ?? 0)} lines`)
    if (job.state !== 'done')
      throw new Error(`The import stopped: ${job.error ?? job.state}. Run it again; nothing is doubled.`)
    // The job's result was made by importLines.
    const result = job.result as ImportResult
    totals.threads += result.threads
    totals.messages += result.messages
    totals.unchanged += result.unchanged
    totals.skippedSystem += result.skippedSystem
    totals.skippedCount += result.skippedCount
    totals.skipped.push(...result.skipped.map((skip) => ({ ...skip, line: skip.line + linesBefore })))
    linesBefore += part.split('\n').length
  }
  console.log(
    `${totals.threads} conversations with ${totals.messages} new messages stored at ${url}; ${totals.unchanged} were there already; ${totals.skippedSystem} system messages left out.`,
  )
  if (totals.skippedCount > 0) {
    console.log(`${totals.skippedCount} lines skipped:`)
    for (const { line, reason } of totals.skipped) console.log(`  line ${line}: ${reason}`)
  }
}

main().catch((error: unknown) => {
  if (LociError.isInstance(error) && error.code === 'UNREACHABLE') {
    console.error('Loci does not run here. Start it with: npm start')
  } else {
    console.error(error instanceof Error ? error.message : error)
  }
  process.exitCode = 1
})
