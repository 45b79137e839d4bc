// The pictures in docs/, of the real product on its own samples: npm run screenshots
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startProduct } from '../e2e/support/product'
import { signedInState } from '../e2e/support/signed-in'
import { createTransport } from '../sdk/transport'
import type { JobView } from '../server/schemas/jobs'
import { browserFlags, findBrowser } from './browser.mjs'
import { followJob } from './follow-job'

const admin = { email: 'ada@example.com', password: 'five quiet green kettles' }
const key = 'screenshots-0123456789-0123456789-0123456789'
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
/** Nobody waits longer than this for a file of the README. */
const mostBytes = 400_000

/** Small enough that the samples, which are short, do not fit into them. */
const settings = [
  { agentName: 'support', window: { strategy: 'sliding-window', maxTokens: 240, maxTurns: 4 } },
  { agentName: 'advisor', window: { strategy: 'buffer', maxMessages: 6 } },
  { agentName: 'planner', window: { strategy: 'sliding-window', maxTokens: 4_000, maxTurns: 30 }, note: 'As built in' },
  {
    agentName: 'planner',
    window: { strategy: 'sliding-window', maxTokens: 6_000, maxTurns: 40, keepFirst: 2, step: 0.3 },
    note: 'The first question of the season stays; the start moves seldom, so that prompt caches stay warm.',
  },
]

interface Shot {
  name: string
  colorScheme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
  prepare: (page: Page) => Promise<void>
}

async function main(): Promise<void> {
  const env = { LOCI_ADMIN_EMAIL: admin.email, LOCI_ADMIN_PASSWORD: admin.password, LOCI_API_KEY: key }
  const product = await startProduct({ env })
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
  try {
    const call = createTransport({ url: product.url, key, timeoutMs: 60_000 })
    const samples = await followJob(call, await call<JobView>('samples.load', {}, { isRepeatable: true }))
    if (samples.state !== 'done') throw new Error(`the samples were not loaded: ${samples.error ?? samples.state}`)
    for (const setting of settings) await call('agents.setWindow', setting, { isRepeatable: false })
    const storageState = await signedInState(product.url, admin)
    const folder = join(import.meta.dirname, '../docs')
    mkdirSync(folder, { recursive: true })
    for (const shot of shots) {
      const path = join(folder, `${shot.name}.png`)
      await take({ shot, path, browser, url: product.url, storageState })
      const { size } = statSync(path)
      console.log(`docs/${shot.name}.png, ${Math.round(size / 1000)} kB`)
      if (size > mostBytes) throw new Error(`docs/${shot.name}.png is larger than ${mostBytes / 1000} kB`)
    }
  } finally {
    await browser.close()
    await product.stop()
  }
}

interface Take {
  shot: Shot
  path: string
  browser: Browser
  url: string
  storageState: Awaited<ReturnType<typeof signedInState>>
}

async function take({ shot, path, browser, url, storageState }: Take): Promise<void> {
  const { colorScheme = 'light', viewport = desk, prepare } = shot
  const context = await browser.newContext({
    baseURL: url,
    storageState,
    viewport,
    colorScheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    hasTouch: viewport === phone,
  })
  const page = await context.newPage()
  await prepare(page)
  // The figures beside the places come last; a phone has none.
  if (viewport === desk) await page.getByRole('link', { name: /^Threads \d/ }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  await context.close()
}

const threadRow = (page: Page, title: string) =>
  page.getByRole('grid', { name: 'Threads' }).getByRole('row', { name: new RegExp(title) })

async function threads(page: Page): Promise<void> {
  await page.goto('/threads')
  await threadRow(page, 'Order 5531 arrived').getByRole('link').click()
  await page.getByRole('complementary', { name: 'The thread that is looked at' }).getByRole('article').first().waitFor()
}

/** The long thread, where its agent's window begins. */
async function conversation(page: Page): Promise<void> {
  await page.goto('/threads')
  await threadRow(page, 'Weekly stock summary').getByRole('link').click()
  await page
    .getByRole('complementary', { name: 'The thread that is looked at' })
    .getByRole('link', { name: 'Open' })
    .first()
    .click()
  await page.getByRole('region', { name: 'What the agent sees' }).waitFor()
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('w')
  await page.getByText('window begins here').waitFor()
  await page.getByRole('feed').hover()
  await page.mouse.wheel(0, -160)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.mouse.move(0, 0)
}

async function agentWindow(page: Page): Promise<void> {
  await page.goto('/agents/named?name=planner')
  await page.getByRole('radio', { name: 'Own window' }).waitFor()
}

async function phoneThreads(page: Page): Promise<void> {
  await page.goto('/threads')
  await threadRow(page, 'Order 5531 arrived').waitFor()
}

const shots: readonly Shot[] = [
  { name: 'threads-light', prepare: threads },
  { name: 'threads-dark', colorScheme: 'dark', prepare: threads },
  { name: 'conversation-light', prepare: conversation },
  { name: 'conversation-dark', colorScheme: 'dark', prepare: conversation },
  { name: 'agent-window', prepare: agentWindow },
  { name: 'threads-390', viewport: phone, prepare: phoneThreads },
]

await main()
