import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureGenerated, ensureInstalled, main, root } from './setup.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureGenerated()
  if (process.argv.includes('--dev')) return startReloading()
  await ensureBuilt()
  process.env.NODE_ENV = 'production'
  // In this very process: it gets the terminal's signals itself, and drains.
  await import(pathToFileURL(join(root, 'dist/main.mjs')).href)
})

/** The server anew at each change of its sources; Next reloads the pages within it. */
function startReloading() {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
  const child = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => process.exit(code ?? 0))
}
