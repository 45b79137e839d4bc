import { runChecks } from './checks.mjs'
import { ensureGenerated, ensureInstalled, main } from './setup.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureGenerated()
  const { failed, total } = await runChecks()
  console.log(failed.length === 0 ? `loci: all ${total} checks passed` : `loci: failed: ${failed.join(', ')}`)
  if (failed.length > 0) process.exitCode = 1
})
