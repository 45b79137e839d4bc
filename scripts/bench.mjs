// Measures the hot operations: npm run bench [-- --only reads|preview --rounds 3 --profile]
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bundle, ensureGenerated, ensureInstalled, main, root, SetupError } from './setup.mjs'

await main(async () => {
  const only = process.argv.indexOf('--only')
  if (only !== -1 && process.argv[only + 1] === 'size') return (await import('./sdk-size.mjs')).printSizes()
  await ensureInstalled()
  await ensureGenerated()
  const env = { NODE_ENV: 'production' }
  const name = process.argv[only + 1] === 'preview' && only !== -1 ? 'preview' : 'memory'
  // Built like the server: what runs TypeScript as it is wraps every function, which is what would be measured. A file for
  // each module, so that a profile can tell the parts of the program apart.
  if ((await bundle(`bench/${name}.ts`, { outDir: 'dist/bench', env, isWhole: false })) !== 0) {
    throw new SetupError('the bench could not be built: see the lines above.')
  }
  const program = [join(root, `dist/bench/${name}.mjs`), ...process.argv.slice(2)]
  const child = spawn(process.execPath, program, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => process.exit(code ?? 1))
})
