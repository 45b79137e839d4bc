import { startLoci } from './start'
import { StartupError } from './startup-error'
import { createLog } from './telemetry/log'

const log = await createLog()

try {
  const loci = await startLoci(log)
  let stopping: Promise<void> | undefined
  const stop = (code: number) => {
    stopping ??= loci.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stopping) log.info('stopping')
      stop(0)
    })
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ error }, 'an error that nothing caught')
      stop(1)
    })
  }
} catch (error) {
  if (error instanceof StartupError) console.error(`loci: ${error.message}`)
  else log.fatal({ error }, 'could not start')
  process.exit(1)
}
