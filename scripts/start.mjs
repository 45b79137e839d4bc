import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureGenerated, ensureInstalled, main, root } from './setup.mjs'

const parentCheckMs = 250

await main(async () => {
  endWithNpm()
  await ensureInstalled()
  await ensureGenerated()
  if (process.argv.includes('--dev')) return startReloading()
  await ensureBuilt()
  process.env.NODE_ENV = 'production'
  // In this very process: it gets the terminal's signals itself, and drains.
  await import(pathToFileURL(join(root, 'dist/main.mjs')).href)
})

/** npm runs us in a shell, which dies of npm's SIGTERM without a word to us: when it is gone, we were meant too. */
function endWithNpm() {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    process.kill(process.pid, 'SIGTERM')
  }, parentCheckMs)
  check.unref()
}

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
