// A Chromium for the browser tests: one that is there, or one that can be had.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, runPackage, step } from './setup.mjs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Keeps Chromium quiet where nothing but this machine can be reached. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @returns the path of a Chromium that runs, Playwright's own before the system's; undefined when there is none */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  return [chromium.executablePath(), ...usual].find((path) => existsSync(path) && answers(path))
}

/** @returns the path of a browser, installed if need be; undefined when none can be had */
export async function ensureBrowser() {
  const found = await findBrowser()
  if (found) return found
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    await step('installing Chromium from the system packages', async () => {
      const env = { DEBIAN_FRONTEND: 'noninteractive' }
      await run('apt-get', ['update'], { quiet: true, env })
      await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { quiet: true, env })
    })
    const installed = await findBrowser()
    if (installed) return installed
  }
  await step('installing Chromium for Playwright', () =>
    runPackage('@playwright/test/cli.js', ['install', 'chromium'], { quiet: true }),
  )
  return findBrowser()
}

function answers(path) {
  return spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
