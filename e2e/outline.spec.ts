import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, test } from './support/test'

const article = (page: Page, seq: number) => page.getByRole('article', { name: new RegExp(`, message ${seq}$`) })

test('the outline leads through the turns of the user, loaded or not', async ({ page, agent }) => {
  await agent.memory.write({ sessionId: 'turns', mode: 'append', messages: turns(400) })
  const { uid } = await agent.threads.get({ threadId: 'turns' })
  await page.goto(`/threads/${uid}`)
  await expect(article(page, 800)).toBeInViewport()
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/panel=outline/)
  const outline = page.getByRole('region', { name: 'Turns of the user' })
  await expect(outline.getByRole('button', { name: /Question 400 about/ })).toBeVisible()
  await outline.getByRole('button', { name: /Question 350 about/ }).click()
  await expect(article(page, 699)).toBeFocused()
  await expect(article(page, 699)).toBeInViewport()
  await expect(outline.locator('[aria-current="location"]')).toContainText('Question 350 about')
  await page.keyboard.press('u')
  await expect(article(page, 701)).toBeFocused()
  await page.keyboard.press('Shift+U')
  await page.keyboard.press('Shift+U')
  await expect(article(page, 697)).toBeFocused()
  await outline.getByRole('button', { name: 'First turn' }).click()
  await expect(article(page, 1)).toBeFocused()
  await expect(outline.locator('[aria-current="location"]')).toContainText('Question 1 about')
  await expectAccessible(page, 'conversation, outline')
  await outline.getByRole('button', { name: 'Last turn' }).click()
  await expect(article(page, 799)).toBeFocused()
  await expect(outline.locator('[aria-current="location"]')).toContainText('Question 400 about')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(outline, 'the panel beside has gone, so that the key opens the drawer').toBeHidden()
  await page.keyboard.press('o')
  const drawer = page.getByRole('dialog', { name: 'About this thread' })
  await drawer.getByRole('button', { name: /Question 390 about/ }).click()
  await expect(drawer).toBeHidden()
  await expect(article(page, 779)).toBeInViewport()
})

test('the address follows the focus without a step of history; a message is copied as JSON', async ({
  page,
  agent,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await agent.memory.write({ sessionId: 'address', mode: 'append', messages: turns(60) })
  const { uid } = await agent.threads.get({ threadId: 'address' })
  await page.goto('/threads')
  await page.goto(`/threads/${uid}?message=31`)
  await expect(article(page, 31)).toBeInViewport()
  await article(page, 31).focus()
  const top = () => article(page, 33).evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const before = await top()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/message=33$/)
  expect(await top(), 'nothing has moved').toBe(before)
  await page.keyboard.press('Shift+C')
  await expect(page.getByText('JSON copied')).toBeVisible()
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(copied).toMatchObject({ role: 'user', content: 'Question 17 about the parcel' })
  await page.reload()
  await expect(article(page, 33)).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL(/\/threads$/)
})
