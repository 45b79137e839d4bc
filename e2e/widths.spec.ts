import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { toolTurn, turns } from './support/conversations'
import { expect, nobody, type Scope, test } from './support/test'

const widths = [390, 768, 1024, 1440, 2560]
const longName = 'a-subject-with-a-name-that-is-longer-than-any-column-has-room-for'

interface Place {
  /** As it stands in an address. */
  tenant: string
  uid: string
  agent: string
}

interface Screen {
  name: string
  address: (place: Place) => string
  ready: (page: Page) => ReturnType<Page['getByRole']>
}

const screens: readonly Screen[] = [
  {
    name: 'threads',
    address: ({ tenant }) => `/threads?tenant=${tenant}`,
    ready: (page) => page.getByRole('grid', { name: 'Threads' }),
  },
  {
    name: 'threads with one beside',
    address: ({ tenant, uid }) => `/threads?tenant=${tenant}&peek=${uid}`,
    ready: (page) =>
      page.getByRole('complementary', { name: 'The thread that is looked at' }).getByRole('article').first(),
  },
  {
    name: 'no thread found',
    address: ({ tenant }) => `/threads?tenant=${tenant}&q=nothing-like-it`,
    ready: (page) => page.getByRole('heading', { name: 'No thread matches' }),
  },
  {
    name: 'conversation',
    address: ({ uid }) => `/threads/${uid}`,
    ready: (page) => page.getByRole('article').last(),
  },
  {
    name: 'entries',
    address: ({ uid }) => `/threads/${uid}/entries`,
    ready: (page) => page.getByRole('grid', { name: 'Entries' }),
  },
  {
    name: 'a thread beside its repair',
    address: ({ uid }) => `/threads/${uid}/compare?repaired=true`,
    ready: (page) => page.getByRole('region', { name: 'Messages side by side' }),
  },
  {
    name: 'duplicates, nothing looked for',
    address: () => '/duplicates',
    ready: (page) => page.getByRole('heading', { name: 'Find history that was stored twice' }),
  },
  {
    name: 'review',
    address: () => '/review',
    ready: (page) => page.getByRole('heading', { level: 1, name: 'Review' }),
  },
  { name: 'team', address: () => '/team', ready: (page) => page.getByText('Oldest unreviewed') },
  {
    name: 'scopes',
    address: ({ tenant }) => `/scopes?q=${tenant}`,
    ready: (page) => page.getByRole('treegrid', { name: 'Scopes' }),
  },
  {
    name: 'scope',
    address: ({ tenant }) => `/scopes/~${tenant}/~${longName}`,
    ready: (page) => page.getByRole('region', { name: 'Figures' }),
  },
  {
    name: 'overview',
    address: ({ tenant }) => `/overview?tenant=${tenant}`,
    ready: (page) => page.getByRole('region', { name: 'Figures' }),
  },
  {
    name: 'conversation, notes',
    address: ({ uid }) => `/threads/${uid}?panel=notes`,
    ready: (page) => page.getByRole('article').last(),
  },
  { name: 'inbox', address: () => '/inbox', ready: (page) => page.getByRole('heading', { name: 'All read' }) },
  { name: 'agents', address: () => '/agents', ready: (page) => page.getByRole('link', { name: 'All agents' }) },
  {
    name: 'agent',
    address: ({ agent }) => `/agents/named?name=${agent}`,
    ready: (page) => page.getByRole('radio', { name: 'Own window' }),
  },
  { name: 'data', address: () => '/data', ready: (page) => page.getByRole('tab', { name: 'Erasures' }) },
  { name: 'keys', address: () => '/keys', ready: (page) => page.getByRole('searchbox', { name: 'Find a key' }) },
  {
    name: 'members',
    address: () => '/members',
    ready: (page) => page.getByRole('searchbox', { name: 'Find a member' }),
  },
  { name: 'audit log', address: () => '/audit', ready: (page) => page.getByRole('grid', { name: 'Audit log' }) },
  { name: 'account', address: () => '/account', ready: (page) => page.getByText('this one') },
  {
    name: 'jobs',
    address: () => '/jobs',
    ready: (page) => page.getByRole('heading', { level: 1, name: 'Jobs' }),
  },
  {
    name: 'import',
    address: ({ tenant }) => `/import?tenant=${tenant}`,
    ready: (page) => page.getByRole('button', { name: 'Choose a file' }),
  },
  {
    name: 'trash',
    address: ({ tenant }) => `/trash?q=${tenant}`,
    ready: (page) => page.getByRole('heading', { level: 1, name: 'Trash' }),
  },
  {
    name: 'no such page',
    address: () => '/no-such-page',
    ready: (page) => page.getByRole('heading', { name: 'Nothing is here' }),
  },
]

for (const { name, address, ready } of screens) {
  test(`${name}: scrolls sideways at no width`, async ({ page, scope, call }) => {
    const place = await fillWithLongNames(scope, call)
    await setWidth(page, 390)
    await page.goto(address(place))
    for (const width of widths) {
      await setWidth(page, width)
      await expect(ready(page)).toBeVisible()
      await expectNoSidewaysScroll(page, `${name} at ${width}`)
      // The journeys look at the widest form of each screen.
      if (width === 390) await expectAccessible(page, `${name} at 390`)
    }
  })
}

test.describe('nobody signed in', () => {
  test.use({ storageState: nobody })
  test('sign-in: scrolls sideways at no width', async ({ page }) => {
    await setWidth(page, 390)
    await page.goto('/sign-in')
    for (const width of widths) {
      await setWidth(page, width)
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      await expectNoSidewaysScroll(page, `sign-in at ${width}`)
    }
  })
})

/** A thread whose every name is too long for its place, and one in the trash. */
async function fillWithLongNames(scope: Scope, call: <T>(path: string, input: object) => Promise<T>): Promise<Place> {
  const messages = [...turns(12), ...toolTurn, { role: 'user', content: 'x'.repeat(400) }, ...turns(1)]
  const long = { ...scope, subject: longName }
  const agentName = `agent of ${scope.tenant}`
  await call('memory.write', { sessionId: longName, scope: long, agentName, messages })
  await call('threads.update', {
    threadId: longName,
    scope: long,
    title: `${'A long title, '.repeat(12)}end`,
    tags: { topic: longName },
  })
  await call('memory.write', { sessionId: 'gone', scope: long, messages: turns(1) })
  await call('threads.delete', { threadId: 'gone', scope: long })
  const { uid } = await call<{ uid: string }>('threads.get', { threadId: longName, scope: long })
  const providers = [
    { strategy: 'vector', topK: 8, reach: 'subject' },
    { strategy: 'sliding-window', maxTokens: 100_000 },
  ]
  await call('agents.setWindow', { agentName, window: { strategy: 'composite', providers, maxTokens: 100_000 } })
  return { tenant: encodeURIComponent(scope.tenant), uid, agent: encodeURIComponent(agentName) }
}

/** Until the page has answered the new width: two frames, since what listens to it renders anew. */
async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

test('under 640 px the places are a bar at the bottom, and the thread panel a drawer', async ({
  page,
  agent,
  scope,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await agent.memory.write({ sessionId: 'one', messages: turns(3) })
  await agent.threads.update({ threadId: 'one', title: 'Thread one' })
  await page.goto(`/threads?tenant=${scope.tenant}`)
  await page.getByRole('grid', { name: 'Threads' }).getByRole('link', { name: 'Thread one' }).click()
  await expect(page.getByRole('article', { name: 'Assistant, message 6' })).toBeVisible()
  await page.getByRole('button', { name: 'About this thread', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'About this thread' })
  await expect(drawer.getByRole('region', { name: 'What the agent sees' })).toBeVisible()
  await expectAccessible(page, 'conversation, drawer')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Back to user-1' }).click()
  await expect(page.getByRole('grid', { name: 'Threads' })).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
})

async function expectNoSidewaysScroll(page: Page, screen: string): Promise<void> {
  const wide = await page.evaluate(() => {
    // What scrolls down in itself has no sideways way either.
    const inside = [...document.querySelectorAll('[class*="overflow-y-auto"]')]
      .filter((pane) => getComputedStyle(pane).overflowX !== 'hidden' && pane.scrollWidth > pane.clientWidth + 1)
      .map((pane) => `${pane.tagName} ${pane.className} ${pane.scrollWidth} in ${pane.clientWidth}`)
    const inner = document.documentElement.clientWidth
    if (Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) <= inner) return inside
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > inner + 1)
      .slice(0, 12)
      .map((element) => `${element.tagName} ${element.className} ${element.getBoundingClientRect().right}`)
  })
  expect(wide, `${screen}: what stands out of the page`).toEqual([])
}
