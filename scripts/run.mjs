// Runs a TypeScript program of ours: node scripts/run.mjs scripts/import.ts ...
import { spawn } from 'node:child_process'
import { ensureGenerated, ensureInstalled, main, root, SetupError } from './setup.mjs'

await main(async () => {
  const [script, ...args] = process.argv.slice(2)
  if (!script) throw new SetupError('say which program to run: node scripts/run.mjs FILE.ts [...]')
  await ensureInstalled()
  await ensureGenerated()
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => process.exit(code ?? 1))
})
