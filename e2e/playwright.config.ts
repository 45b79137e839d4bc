import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from '../scripts/browser.mjs'

const executablePath = process.env.LOCI_BROWSER ?? (await findBrowser())

export default defineConfig({
  testDir: '.',
  outputDir: '../.test/e2e',
  timeout: 60_000,
  // Each worker runs a product of its own, with a database.
  workers: 2,
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: browserFlags },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
