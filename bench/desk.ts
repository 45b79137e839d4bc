// How long the screens of the desk take on a large installation, and what a change of window would do to all its threads:
// npm run bench:desk [-- --threads 100000 --longest 100000 --only impact]
import { parseArgs } from 'node:util'
import { chromium, type Locator, type Page } from '@playwright/test'
import { startProduct } from '../e2e/support/product'
import { inDatabaseOf } from '../e2e/support/product-database'
import { signedInState } from '../e2e/support/signed-in'
import { browserFlags, findBrowser } from '../scripts/browser.mjs'
import { fillDesk, LONGEST_TENANT, LONGEST_UID, RARE_WORD } from './desk-data'

const { values: options } = parseArgs({
  options: {
    threads: { type: 'string', default: '100000' },
    longest: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
})
const size = { threads: Number(options.threads), longest: Number(options.longest) }
const rounds = Number(options.rounds)
const admin = { email: 'ada@example.com', password: 'five quiet green kettles' }

interface Screen {
  name: string
  address: string
  /** What is there when the screen can be used, with its data. */
  ready: (page: Page) => Locator
  interactions?: readonly Interaction[]
}

interface Interaction {
  name: string
  act: (page: Page) => Promise<void>
  done: (page: Page) => Locator
}

const rows = (page: Page, name: string) => page.getByRole('grid', { name }).getByRole('row')
const firstThread = (page: Page) => rows(page, 'Threads').nth(1).getByRole('link').first()
const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name })
const beside = (page: Page) => page.getByRole('complementary', { name: 'The thread that is looked at' })
const again = (address: string, ready: Screen['ready']) => async (page: Page) => {
  await page.goto(address)
  await ready(page).waitFor()
}

const screens: readonly Screen[] = [
  { name: 'Overview', address: '/overview', ready: (page) => page.getByRole('region', { name: 'Figures' }) },
  {
    name: 'Threads',
    address: '/threads',
    ready: firstThread,
    interactions: [
      {
        name: 'a thread beside the list',
        act: (page) => firstThread(page).click(),
        done: (page) => beside(page).getByRole('article').last(),
      },
    ],
  },
  {
    name: 'Threads with the longest beside',
    address: `/threads?tenant=${LONGEST_TENANT}&peek=${LONGEST_UID}`,
    ready: (page) => beside(page).getByRole('article').last(),
    interactions: [
      {
        name: `its ${size.longest.toLocaleString('en')} messages opened`,
        act: (page) => beside(page).getByRole('link', { name: 'Open' }).first().click(),
        done: (page) => page.getByRole('feed').getByRole('article', { name: `message ${size.longest}` }),
      },
    ],
  },
  ...['createdAt.desc', 'title.asc', 'messageCount.desc', 'tokenCount.desc', 'scope.asc'].map((sort) => ({
    name: `Threads by ${sort}`,
    address: `/threads?sort=${sort}`,
    ready: firstThread,
  })),
  { name: 'Threads of a tenant', address: `/threads?tenant=${LONGEST_TENANT}`, ready: firstThread },
  { name: 'Threads with a rare word', address: `/threads?q=${RARE_WORD}`, ready: firstThread },
  { name: 'Threads with a word of every message', address: '/threads?q=depot', ready: firstThread },
  { name: 'Threads with a tag', address: '/threads?tag=topic%3Atopic-4', ready: firstThread },
  {
    name: 'Conversation of 20 messages',
    address: '/threads/00000000-0000-7000-8000-000000000001',
    ready: (page) => page.getByRole('article').last(),
  },
  {
    name: `Conversation of ${size.longest.toLocaleString('en')} messages`,
    address: `/threads/${LONGEST_UID}`,
    ready: (page) => page.getByRole('article', { name: `message ${size.longest}` }),
    interactions: [
      {
        name: 'to the first message',
        act: (page) => page.keyboard.press('g').then(() => page.keyboard.press('g')),
        done: (page) => page.getByRole('article', { name: 'User, message 1', exact: true }),
      },
    ],
  },
  {
    name: 'Scopes',
    address: '/scopes',
    ready: (page) => page.getByRole('treegrid', { name: 'Scopes' }).getByRole('row').nth(1),
  },
  {
    name: 'A tenant',
    address: `/scopes/~${LONGEST_TENANT}`,
    ready: (page) => page.getByRole('region', { name: 'Figures' }),
  },
  { name: 'Review', address: '/review', ready: heading('Review') },
  { name: 'Team', address: '/team', ready: (page) => page.getByText('Oldest unreviewed') },
  { name: 'Inbox', address: '/inbox', ready: heading('Inbox') },
  { name: 'Agents', address: '/agents', ready: (page) => page.getByRole('link', { name: 'agent-12', exact: true }) },
  {
    name: 'An agent',
    address: '/agents/named?name=agent-1',
    ready: (page) => page.getByRole('radio', { name: 'Own window' }),
  },
  { name: 'Jobs', address: '/jobs', ready: heading('Jobs') },
  { name: 'Trash', address: '/trash', ready: heading('Trash') },
  { name: 'Keys', address: '/keys', ready: heading('Keys') },
]

const product = await startProduct({ env: { LOCI_ADMIN_EMAIL: admin.email, LOCI_ADMIN_PASSWORD: admin.password } })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
try {
  const began = performance.now()
  await inDatabaseOf(product, (owner) => fillDesk(owner, size))
  console.log(`Filled in ${seconds(began)} s.`)
  await inDatabaseOf(product, async (owner) => {
    const left =
      'SELECT count(*)::int AS left FROM thread t WHERE NOT EXISTS (SELECT 1 FROM thread_sweep s WHERE s.thread_uid = t.uid)'
    while ((await owner.query<{ left: number }>(left)).rows[0]?.left !== 0) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  })
  console.log(`Swept after ${seconds(began)} s.\n`)
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: await signedInState(product.url, admin),
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (options.only !== 'impact') {
    console.log('| screen | first, ms | median of the rest, ms | most, ms |\n|---|---:|---:|---:|')
    for (const screen of screens) await measureScreen(page, screen)
  }
  await measureImpact(page)
} finally {
  await browser.close()
  await product.stop()
}

/** In one tab, since a new one takes the browser longer than a screen does. The first load finds nothing in its cache. */
async function measureScreen(page: Page, { name, address, ready, interactions = [] }: Screen): Promise<void> {
  const times: number[] = []
  const protocol = await page.context().newCDPSession(page)
  for (let round = 0; round < rounds; round += 1) {
    await page.goto('about:blank')
    if (round === 0) await protocol.send('Network.clearBrowserCache')
    const began = performance.now()
    await page.goto(address, { waitUntil: 'commit' })
    await ready(page).waitFor()
    times.push(performance.now() - began)
  }
  print(name, times)
  for (const interaction of interactions) {
    const own: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await again(address, ready)(page)
      const began = performance.now()
      await interaction.act(page)
      await interaction.done(page).waitFor()
      own.push(performance.now() - began)
    }
    print(`${name}: ${interaction.name}`, own)
  }
}

/** From the press to the figures, over all threads. */
async function measureImpact(page: Page): Promise<void> {
  await page.goto('/agents/default')
  await page.getByRole('radio', { name: 'Own window' }).click()
  await page.getByRole('radio', { name: /Last messages/ }).click()
  await page.getByRole('spinbutton', { name: /Messages at most/ }).fill('10')
  const began = performance.now()
  await page.getByRole('button', { name: /^Look at/ }).click()
  const figures = page.getByText(/^Impact on/)
  await figures.waitFor({ timeout: 600_000 })
  console.log(`\n${await figures.textContent()}: ${seconds(began)} s.`)
}

function print(name: string, [first = 0, ...rest]: readonly number[]): void {
  const sorted = rest.toSorted((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)] ?? first
  console.log(`| ${name} | ${first.toFixed(0)} | ${median.toFixed(0)} | ${Math.max(first, ...rest).toFixed(0)} |`)
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0)
}
