import { parseArgs } from 'node:util'
import { LociError } from '../sdk/error'
import { connect } from './installation'

/** `npm run sample` loads the sample conversations; `npm run sample -- --remove` takes them away again. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { remove: { type: 'boolean', default: false }, url: { type: 'string' }, key: { type: 'string' } },
  })
  const { url, call } = connect(values)
  if (values.remove) {
    const { threads } = await call<{ threads: number }>('samples.remove', {}, { isRepeatable: true })
    console.log(`${threads} sample conversations taken away.`)
    return
  }
  const { threads, messages } = await call<{ threads: number; messages: number }>(
    'samples.load',
    {},
    { isRepeatable: true },
  )
  console.log(`${threads} sample conversations with ${messages} messages: ${url}/threads`)
}

main().catch((error: unknown) => {
  const isAway = LociError.isInstance(error) && error.code === 'UNREACHABLE'
  console.error(
    isAway ? 'Loci does not run here. Start it with: npm start' : error instanceof Error ? error.message : error,
  )
  process.exitCode = 1
})
