import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { toolTurn, turns } from './support/conversations'
import { expect, nobody, test } from './support/test'

const widths = [390, 768, 1024, 1440, 2560]
const longName = 'a-subject-with-a-name-that-is-longer-than-any-column-has-room-for'

for (const width of widths) {
  test(`${width} px: no screen scrolls sideways`, async ({ page, browser, product, scope, call }) => {
    test.slow()
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
    const tenant = encodeURIComponent(scope.tenant)
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })

    const screens: [address: string, ready: (page: Page) => ReturnType<Page['getByRole']>][] = [
      [`/threads?tenant=${tenant}`, (on) => on.getByRole('grid', { name: 'Threads' })],
      [
        `/threads?tenant=${tenant}&peek=${uid}`,
        (on) => on.getByRole('complementary', { name: 'The thread that is looked at' }).getByRole('article').first(),
      ],
      [`/threads?tenant=${tenant}&q=nothing-like-it`, (on) => on.getByRole('heading', { name: 'No thread matches' })],
      [`/threads/${uid}`, (on) => on.getByRole('article').last()],
      [`/scopes?q=${tenant}`, (on) => on.getByRole('grid', { name: 'Scopes' })],
      ['/agents', (on) => on.getByRole('link', { name: 'All agents' })],
      [`/agents/named?name=${encodeURIComponent(agentName)}`, (on) => on.getByRole('radio', { name: 'Own window' })],
      ['/keys', (on) => on.getByRole('searchbox', { name: 'Find a key' })],
      [`/trash?q=${tenant}`, (on) => on.getByRole('heading', { level: 1, name: 'Trash' })],
      ['/no-such-page', (on) => on.getByRole('heading', { name: 'Nothing is here' })],
    ]
    for (const [address, ready] of screens) {
      await page.goto(address)
      await expect(ready(page)).toBeVisible()
      await expectNoSidewaysScroll(page, address)
      // The other widths have the parts of these two.
      if (width === 390 || width === 768) await expectAccessible(page, `${address} at ${width}`)
    }
    const visitor = await browser.newPage({
      baseURL: product.url,
      storageState: nobody,
      viewport: { width, height: 800 },
    })
    await visitor.goto('/sign-in')
    await expect(visitor.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expectNoSidewaysScroll(visitor, 'sign-in')
    await visitor.close()
  })
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
    const inner = document.documentElement.clientWidth
    if (Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) <= inner) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > inner + 1)
      .slice(0, 12)
      .map((element) => `${element.tagName} ${element.className} ${element.getBoundingClientRect().right}`)
  })
  expect(wide, `${screen}: what stands out of the page`).toEqual([])
}
