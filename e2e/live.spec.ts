import { turns } from './support/conversations'
import { expect, test } from './support/test'

test('an open conversation shows what its agent stores, and keeps the place of who reads further up', async ({
  page,
  agent,
}) => {
  const stored = turns(60)
  await agent.messages.append({ threadId: 'live', messages: stored.slice(0, 100) })
  const { uid } = await agent.threads.get({ threadId: 'live' })
  const streaming = page.waitForResponse('**/api/live')
  await page.goto(`/threads/${uid}`)
  expect((await streaming).status()).toBe(200)
  const feed = page.getByRole('feed')
  const article = (seq: number) => page.getByRole('article', { name: new RegExp(`, message ${seq}$`) })
  await expect(article(100)).toBeInViewport()

  // At the end: the reader goes on with it.
  await agent.messages.append({ threadId: 'live', messages: stored.slice(100, 102) })
  await expect(article(102)).toBeInViewport()

  // Further up: the place stays, and a word says what is new.
  await feed.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }))
  await expect(article(102)).toBeHidden()
  await expect(feed).toHaveAttribute('aria-busy', 'false')
  const top = await feed.evaluate((element) => element.scrollTop)
  await agent.messages.append({ threadId: 'live', messages: stored.slice(102, 105) })
  const pill = page.getByRole('button', { name: '3 new messages' })
  await expect(pill).toBeVisible()
  expect(Math.abs((await feed.evaluate((element) => element.scrollTop)) - top)).toBeLessThan(50)
  await pill.click()
  await expect(article(105)).toBeInViewport()
  await expect(pill).toBeHidden()
})

test('the list of threads follows without moving: rows change in place, new ones wait until they are asked for', async ({
  page,
  agent,
}) => {
  for (const threadId of ['first', 'second']) {
    await agent.messages.append({ threadId: `live-${threadId}`, messages: turns(2) })
    await agent.threads.update({ threadId: `live-${threadId}`, title: `The ${threadId}`, addTags: { list: 'live' } })
  }
  const streaming = page.waitForResponse('**/api/live')
  await page.goto('/threads?tag=list:live')
  expect((await streaming).status()).toBe(200)
  const titles = () => page.getByRole('row').filter({ hasText: /The (first|second|third)/ })
  await expect(titles()).toHaveText([/The second/, /The first/])

  await agent.threads.update({ threadId: 'live-first', title: 'The first, renamed' })
  await expect(titles()).toHaveText([/The second/, /The first, renamed/], { timeout: 15_000 })
  await agent.messages.append({ threadId: 'live-third', messages: turns(2) })
  await agent.threads.update({ threadId: 'live-third', title: 'The third', addTags: { list: 'live' } })
  const pill = page.getByRole('button', { name: '1 new', exact: true })
  // Changes are told once in three seconds.
  await expect(pill).toBeVisible({ timeout: 15_000 })
  await expect(titles()).toHaveText([/The second/, /The first, renamed/])
  await pill.click()
  await expect(titles()).toHaveText([/The third/, /The second/, /The first, renamed/])
  await expect(pill).toBeHidden()
})

test('a conversation that is deleted elsewhere says so by itself', async ({ page, agent }) => {
  await agent.messages.append({ threadId: 'gone', messages: turns(2) })
  const { uid } = await agent.threads.get({ threadId: 'gone' })
  const streaming = page.waitForResponse('**/api/live')
  await page.goto(`/threads/${uid}`)
  expect((await streaming).status()).toBe(200)
  await expect(page.getByRole('article').first()).toBeVisible()
  await agent.threads.delete({ threadId: 'gone' })
  await expect(page.getByRole('article')).toHaveCount(0)
})
