import { startLoci } from './start'
import { StartupError } from './startup-error'
import { createLog } from './telemetry/log'

/** npm passes on the Ctrl-C that the terminal has sent already, so one press arrives twice. */
const samePressMs = 500

const log = await createLog()
const starting = startLoci(log)
let stopping: Promise<void> | undefined
let asked = 0

function stop(code: number): void {
  // Who stops while it starts lets it start first: a database that is half open cannot be closed.
  stopping ??= starting
    .then((loci) => loci.stop())
    .then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping && Date.now() - asked > samePressMs) process.exit(1)
    if (!stopping) {
      asked = Date.now()
      log.info('stopping')
    }
    stop(0)
  })
}
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ error }, 'an error that nothing caught')
    stop(1)
  })
}

try {
  await starting
} catch (error) {
  if (error instanceof StartupError) console.error(`loci: ${error.message}`)
  else log.fatal({ error }, 'could not start')
  process.exit(1)
}
