// Measures the hot operations: npm run bench [-- --only reads --rounds 3 --profile]
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bundle, ensureGenerated, ensureInstalled, main, root, SetupError } from './setup.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureGenerated()
  const env = { NODE_ENV: 'production' }
  // Built like the server: what runs TypeScript as it is wraps every function, which is what would be measured.
  if ((await bundle('bench/memory.ts', { outDir: 'dist/bench', env })) !== 0) {
    throw new SetupError('the bench could not be built: see the lines above.')
  }
  const program = [join(root, 'dist/bench/memory.mjs'), ...process.argv.slice(2)]
  const child = spawn(process.execPath, program, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => process.exit(code ?? 1))
})
