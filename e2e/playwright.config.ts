import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from '../scripts/browser.mjs'

const executablePath = process.env.LOCI_BROWSER ?? (await findBrowser())

export default defineConfig({
  testDir: '.',
  outputDir: '../.test/e2e',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Each worker runs a product of its own, with a database.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: browserFlags },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // What moves would be caught half-way by pictures and by the contrast check.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
  },
})
